"""Door: Django's admin as the back door. It shows metadata; its buttons call the services the API calls."""
