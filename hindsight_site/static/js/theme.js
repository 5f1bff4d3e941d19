// Runs before the first paint: marks that scripts work, tells the server the browser's time zone, and lets the
// theme switch remember its choice; both in cookies, so that the next page comes with the right times and colours.
"use strict";
(() => {
  const root = document.documentElement;
  root.classList.add("js");

  function keep(name, value) {
    document.cookie = `${name}=${value}; path=/; max-age=31536000; samesite=lax`;
  }
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zone && !document.cookie.includes(`hindsight_zone=${zone}`)) keep("hindsight_zone", zone);

  function switchTheme() {
    const dark = root.dataset.theme
      ? root.dataset.theme === "dark"
      : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    keep("hindsight_theme", root.dataset.theme);
  }

  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-theme-switch]")) switchTheme();
  });
})();
