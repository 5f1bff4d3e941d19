// Runs before the first paint: marks that scripts work, and lets the theme switch remember its choice in a
// cookie, which the server reads so that the next page comes in the right colours.
"use strict";
(() => {
  const root = document.documentElement;
  root.classList.add("js");

  function switchTheme() {
    const dark = root.dataset.theme
      ? root.dataset.theme === "dark"
      : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    document.cookie = `hindsight_theme=${root.dataset.theme}; path=/; max-age=31536000; samesite=lax`;
  }

  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-theme-switch]")) switchTheme();
  });
})();
