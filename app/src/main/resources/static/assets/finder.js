// Finds a file of the repository as its name is typed: the key t.
(() => {
  "use strict";

  const dialog = document.getElementById("finder");
  if (!dialog) return;
  const input = dialog.querySelector("input");
  const list = dialog.querySelector("ul");
  const state = dialog.querySelector("[role=status]");
  const SHOWN = 50;
  let paths = null;

  const load = async () => {
    if (paths) return;
    state.textContent = "Reading the list of files…";
    try {
      const response = await fetch(dialog.dataset.paths);
      if (!response.ok) throw new Error(String(response.status));
      paths = await response.json();
      render();
    } catch {
      state.textContent = "The list of files could not be read.";
    }
  };

  // How many letters lie together where all are there in order from a place on; null where they are not.
  const together = (text, wanted, from) => {
    let at = from - 1;
    let count = 0;
    for (const letter of wanted) {
      const next = text.indexOf(letter, at + 1);
      if (next < 0) return null;
      if (next === at + 1) count++;
      at = next;
    }
    return count;
  };

  // All letters must be there in order, or it is null; those that lie together, and in the name, count more.
  const score = (path, wanted) => {
    const text = path.toLowerCase();
    const name = text.lastIndexOf("/") + 1;
    const whole = text.indexOf(wanted, name);
    if (whole >= 0) return 2000 - (whole - name) - path.length / 100;
    const inside = text.indexOf(wanted);
    if (inside >= 0) return 1000 - path.length / 100;
    const named = together(text, wanted, name);
    if (named !== null) return 500 + named - path.length / 100;
    const spread = together(text, wanted, 0);
    return spread === null ? null : spread - path.length / 100;
  };

  const render = () => {
    if (!paths) return;
    const wanted = input.value.trim().toLowerCase().replaceAll(" ", "");
    const found = wanted
      ? paths.map((path) => [score(path, wanted), path]).filter(([points]) => points !== null)
        .sort((a, b) => b[0] - a[0]).map(([, path]) => path)
      : paths;
    list.replaceChildren(...found.slice(0, SHOWN).map((path) => {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.className = "menu-item";
      link.textContent = path;
      const [address, query] = dialog.dataset.browse.split("?");
      link.href = `${address}/${path.split("/").map(encodeURIComponent).join("/")}${query ? `?${query}` : ""}`;
      item.append(link);
      return item;
    }));
    list.querySelector("a")?.setAttribute("aria-current", "true");
    state.textContent = found.length === 0 ? "No file has this in its path."
      : found.length > SHOWN ? `${found.length} files; the first ${SHOWN} are shown.`
      : `${found.length} file${found.length === 1 ? "" : "s"}`;
  };

  const move = (by) => {
    const links = [...list.querySelectorAll("a")];
    if (links.length === 0) return;
    const now = links.findIndex((link) => link.hasAttribute("aria-current"));
    const next = links[(now + by + links.length) % links.length];
    links[now]?.removeAttribute("aria-current");
    next.setAttribute("aria-current", "true");
    next.scrollIntoView({ block: "nearest" });
  };

  const open = () => {
    dialog.showModal();
    input.select();
    load();
  };

  input.addEventListener("input", render);
  dialog.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(-1);
    else if (event.key === "Enter" && event.target === input) {
      list.querySelector("a[aria-current]")?.click();
    } else return;
    event.preventDefault();
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest?.("[data-finder]")) open();
  });
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.key !== "t") return;
    if (document.documentElement.dataset.shortcuts === "off" || document.querySelector("dialog[open]")) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest?.("input, textarea, select, [contenteditable]")) return;
    event.preventDefault();
    open();
  });
})();
