// A review case by keyboard: r goes to the reason, the keys of [data-key] press their link or button.
// A second press of a decision while the first is on its way is ignored.
"use strict";
(() => {
  window.hindsight.shortcut("r", () => document.getElementById("reason")?.focus());
  for (const target of document.querySelectorAll("[data-key]")) {
    window.hindsight.shortcut(target.dataset.key, () => target.click());
  }
  const form = document.getElementById("decide");
  let sent = false;
  form?.addEventListener("submit", (event) => {
    if (sent) event.preventDefault();
    sent = true;
  });
  // Coming back with the browser's back button must not find a dead form.
  window.addEventListener("pageshow", () => { sent = false; });
})();
