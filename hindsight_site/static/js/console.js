// What every page may use: search key, keyboard sheet, copy buttons, closing menus, and word of failed requests.
// No text lives here; it comes from <template> elements so that it is translated.
"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const live = (text) => { byId("live").textContent = text; };

  // --- Single-key shortcuts, which can be turned off (WCAG 2.1.4) ---------------------------------------
  const KEY = "hindsight-shortcuts";
  const handlers = {
    "/": () => byId("search")?.focus(),
    "?": () => byId("keys")?.showModal(),
  };
  window.hindsight = { shortcut: (key, run) => { handlers[key] = run; } };

  function typing(target) {
    return target.closest("input, textarea, select, dialog, [contenteditable]") !== null;
  }
  document.addEventListener("keydown", (event) => {
    const run = handlers[event.key];
    if (!run || event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
    if (localStorage.getItem(KEY) === "off") return;
    event.preventDefault();
    run();
  });
  const box = document.querySelector("[data-shortcuts]");
  if (box) {
    box.checked = localStorage.getItem(KEY) !== "off";
    box.addEventListener("change", () => localStorage.setItem(KEY, box.checked ? "on" : "off"));
  }

  document.addEventListener("click", async (event) => {
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      if (!menu.contains(event.target)) menu.open = false;
    }
    const opener = event.target.closest("[data-open]");
    if (opener) byId(opener.dataset.open).showModal();
    const copier = event.target.closest("[data-copy]");
    if (copier) {
      await navigator.clipboard.writeText(copier.dataset.copy);
      const said = byId("copied").content.textContent.trim();
      copier.querySelector("span").textContent = said;
      live(said);
    }
  });
  document.addEventListener("keydown", (event) => {
    const menu = event.key === "Escape" && document.querySelector("details.menu[open]");
    if (menu) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  });

  // --- htmx: say so when a request fails; keep the place when a list grows ---------------------------------
  function say(template) {
    byId("messages").replaceChildren(byId(template).content.cloneNode(true));
    byId("messages").scrollIntoView({ block: "nearest" });
  }
  document.addEventListener("htmx:sendError", () => say("request-failed"));
  document.addEventListener("htmx:timeout", () => say("request-failed"));
  document.addEventListener("htmx:responseError", () => say("request-refused"));

  // An address holds the filters that are set, not the empty ones.
  document.addEventListener("htmx:configRequest", ({ detail }) => {
    if (detail.verb !== "get") return;
    for (const [name, value] of [...detail.formData]) {
      if (value === "") detail.formData.delete(name);
    }
  });

  let lastRow = null;
  document.addEventListener("htmx:beforeRequest", (event) => {
    lastRow = event.target.closest(".pager") ? byId("rows")?.lastElementChild : null;
  });
  document.addEventListener("htmx:afterSettle", () => {
    lastRow?.nextElementSibling?.querySelector("a, summary")?.focus();
    lastRow = null;
  });
})();
