// Pull requests: what was typed and not sent is kept, threads are sent anew in place.
(() => {
  "use strict";

  const pull = /^.*\/pull-requests(?:\/\d+)?/.exec(location.pathname)?.[0] ?? location.pathname;
  const key = (name) => `packhouse-draft:${pull}:${name}`;

  const announce = (text) => {
    const toasts = document.querySelector(".toasts");
    if (!toasts) return;
    const toast = document.createElement("div");
    toast.className = "toast";
    toast.textContent = text;
    toasts.append(toast);
    setTimeout(() => toast.remove(), 8000);
  };

  // ---- drafts: for as long as the tab is open

  const store = {
    get: (name) => { try { return sessionStorage.getItem(key(name)); } catch { return null; } },
    set: (name, text) => {
      try {
        if (text === null) sessionStorage.removeItem(key(name));
        else sessionStorage.setItem(key(name), text);
      } catch { /* A browser may keep nothing, or be full. */ }
    },
  };

  const restore = (scope) => {
    for (const name of scope.querySelectorAll("[data-draft-name]")) name.disabled = false;
    for (const field of scope.querySelectorAll("[data-draft]")) {
      const kept = store.get(field.dataset.draft);
      if (kept !== null && kept !== field.value) {
        field.value = kept;
        const folded = field.closest("details");
        if (folded) folded.open = true;
      }
    }
  };

  document.addEventListener("input", (event) => {
    const field = event.target.closest?.("[data-draft]");
    if (!field) return;
    const same = field.value === field.defaultValue || field.value === "";
    store.set(field.dataset.draft, same ? null : field.value);
  });

  // The server names the draft that it has taken.
  const taken = () => {
    const url = new URL(location.href);
    const name = url.searchParams.get("said");
    if (name === null) return;
    store.set(name, null);
    url.searchParams.delete("said");
    history.replaceState(history.state, "", url);
  };

  // ---- forms that a script sends

  const ours = (detail) => detail.elt?.closest?.(".thread, .pull-say");

  document.addEventListener("htmx:beforeSwap", (event) => {
    const { xhr } = event.detail;
    if (!ours(event.detail)) return;
    if (/\/login$/.test(new URL(xhr.responseURL || location.href).pathname)) {
      event.detail.shouldSwap = false;
      announce("You are signed out. Sign in in another tab, then send again: what you wrote is kept.");
    } else if ([400, 403, 404, 409, 413].includes(xhr.status)
        && xhr.responseText.trimStart().startsWith("<div")) {
      event.detail.shouldSwap = true;
    }
  });

  document.addEventListener("htmx:afterRequest", (event) => {
    const { elt, xhr } = event.detail;
    if (!elt.matches?.("form") || !ours(event.detail)) return;
    if (xhr.status === 200 && xhr.getResponseHeader("HX-Trigger")) {
      for (const field of elt.querySelectorAll("[data-draft]")) store.set(field.dataset.draft, null);
    } else if (xhr.status === 0) {
      announce("The server was not reached. Send again: what you wrote is kept.");
    }
  });

  const start = () => {
    taken();
    restore(document);
  };

  document.addEventListener("htmx:load", (event) => restore(event.detail.elt));
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
