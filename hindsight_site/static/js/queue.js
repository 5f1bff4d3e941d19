// The review queue by keyboard: j and k walk through the cases, Enter (the browser's own) opens one.
"use strict";
(() => {
  function step(by) {
    const links = [...document.querySelectorAll("#rows a.cover")];
    if (!links.length) return;
    const here = links.findIndex((link) => link.closest("tr").contains(document.activeElement));
    const next = here < 0 ? (by > 0 ? 0 : links.length - 1) : Math.min(links.length - 1, Math.max(0, here + by));
    links[next].focus();
    links[next].closest("tr").scrollIntoView({ block: "nearest" });
  }
  window.hindsight.shortcut("j", () => step(1));
  window.hindsight.shortcut("k", () => step(-1));
})();
