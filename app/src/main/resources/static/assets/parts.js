// The parts of a diff: they come when they are near, and keys go from file to file.
(() => {
  "use strict";

  const root = document.documentElement;
  const PATIENCE = 80;

  // ---- files and lines come when they are scrolled to

  const waiting = new Map();
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      clearTimeout(waiting.get(target));
      waiting.delete(target);
      if (!isIntersecting) continue;
      waiting.set(target, setTimeout(() => {
        waiting.delete(target);
        observer.unobserve(target);
        htmx.trigger(target, "near");
      }, PATIENCE));
    }
  }, { rootMargin: "800px 0px" });

  const watch = (scope) => {
    const parts = [...scope.querySelectorAll?.("[data-near]") ?? []];
    if (scope.matches?.("[data-near]")) parts.push(scope);
    parts.forEach((part) => observer.observe(part));
  };

  // ---- going to a file, which may not be there yet

  const header = () => document.querySelector(".top")?.offsetHeight ?? 0;

  const pieceOf = (index) =>
    [...document.querySelectorAll(".diff-piece")].find(
      (piece) => index >= Number(piece.dataset.start) && index < Number(piece.dataset.end));

  // What comes above it moves it away: it is kept in place until the reader does something.
  const HELD = 5000;
  let held = null;
  let release = 0;
  // The file that keys led to, and the one that the reader touched last: where the page stands is a
  // poor witness, for lines that come above move it.
  let reached = null;
  let touched = null;
  const letGo = (event) => {
    held = null;
    if (event?.key !== "n" && event?.key !== "p") reached = null;
  };
  for (const event of ["wheel", "touchstart", "pointerdown", "keydown"]) {
    window.addEventListener(event, letGo, { passive: true, capture: true });
  }
  for (const event of ["pointerdown", "focusin"]) {
    document.addEventListener(event, ({ target }) => {
      touched = target.closest?.(".diff-file") ?? null;
    });
  }
  const hold = (file) => {
    held = file;
    clearTimeout(release);
    release = setTimeout(() => { held = null; }, HELD);
  };
  // As long as parts come one soon after the other.
  const keep = () => {
    if (!held) return;
    held.scrollIntoView({ block: "start" });
    hold(held);
  };
  document.addEventListener("htmx:afterSettle", () => requestAnimationFrame(keep));

  const show = (file) => {
    hold(file);
    reached = file;
    touched = file;
    file.scrollIntoView({ block: "start" });
    file.querySelector(".file-title")?.focus({ preventScroll: true });
  };

  const goTo = (anchor, index) => {
    const file = document.getElementById(anchor);
    if (file) return show(file);
    const piece = pieceOf(index);
    if (!piece) return;
    observer.unobserve(piece);
    piece.addEventListener("htmx:afterRequest", () => setTimeout(() => {
      const loaded = document.getElementById(anchor);
      if (loaded) show(loaded);
    }), { once: true });
    htmx.trigger(piece, "near");
  };

  const isInView = (file) => {
    const place = file.getBoundingClientRect();
    return place.bottom > header() && place.top < innerHeight;
  };

  // Which file comes next: from where keys led, else from what was touched and is in view, else
  // from where the page stands. In the middle of a file "p" goes to its head.
  const target = (files, by) => {
    const top = header() + 12;
    const come = files.indexOf(reached);
    if (come >= 0) return come + by;
    const own = files.indexOf(touched);
    if (own >= 0 && isInView(files[own])) {
      return by < 0 && files[own].getBoundingClientRect().top < top - 24 ? own : own + by;
    }
    const behind = files.filter((file) => file.getBoundingClientRect().top <= top).length;
    const onIt = behind > 0 && Math.abs(files[behind - 1].getBoundingClientRect().top - top) < 24;
    return by > 0 ? behind : behind - (onIt ? 2 : 1);
  };

  const step = (by) => {
    const files = [...document.querySelectorAll(".diff-file")];
    const next = target(files, by);
    if (next >= 0 && next < files.length) {
      show(files[next]);
    } else if (by > 0) {
      const piece = document.querySelector(".diff-piece");
      piece?.scrollIntoView({ block: "start" });
    }
  };

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || root.dataset.shortcuts === "off") return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest?.("input, textarea, select, [contenteditable]")) return;
    if (document.querySelector("dialog[open]")) return;
    if (event.key === "n") step(1);
    if (event.key === "p") step(-1);
  });

  document.addEventListener("click", (event) => {
    const entry = event.target.closest?.(".diff-tree a[data-index]");
    if (entry) {
      event.preventDefault();
      const anchor = entry.getAttribute("href").slice(1);
      history.replaceState(null, "", `#${anchor}`);
      if (matchMedia("(max-width: 760px)").matches) entry.closest(".diff-side").open = false;
      goTo(anchor, Number(entry.dataset.index));
    }
    const collapse = event.target.closest?.("[data-collapse]");
    if (collapse) {
      const body = collapse.closest(".diff-file").querySelector(".diff-body");
      body.hidden = !body.hidden;
      collapse.setAttribute("aria-expanded", String(!body.hidden));
    }
  });

  // ---- start

  const start = () => {
    const side = document.querySelector(".diff-side");
    if (side && matchMedia("(max-width: 760px)").matches) side.open = false;
    watch(document);
    const anchor = location.hash.slice(1);
    if (!anchor || document.getElementById(anchor)) return;
    const entry = document.querySelector(`.diff-tree a[href="#${CSS.escape(anchor)}"]`);
    if (entry) goTo(anchor, Number(entry.dataset.index));
  };

  document.addEventListener("htmx:load", (event) => watch(event.detail.elt));
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
