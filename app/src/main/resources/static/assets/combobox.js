// A text field that offers what it may hold, or where to go: the pattern "combobox with a list" of
// ARIA. Without this script it is a text field in a form.
(() => {
  "use strict";

  const DELAY = 120;
  let lists = 0;

  const element = (tag, className, text) => {
    const made = document.createElement(tag);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    return made;
  };

  const icon = (name) => {
    const sprite = document.querySelector("svg.icon use")?.getAttribute("href")?.split("#")[0];
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("class", "icon");
    svg.setAttribute("aria-hidden", "true");
    const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
    use.setAttribute("href", `${sprite}#${name}`);
    svg.append(use);
    return svg;
  };

  const enhance = (input) => {
    if (input.dataset.comboboxReady !== undefined) return;
    input.dataset.comboboxReady = "";
    input.removeAttribute("list");
    const id = `combobox-${++lists}`;
    const box = element("div", "combobox");
    input.before(box);
    box.append(input);
    const list = element("div", "combobox-list");
    list.id = id;
    list.hidden = true;
    list.setAttribute("role", "listbox");
    list.setAttribute("aria-label", input.labels?.[0]?.textContent ?? "Suggestions");
    const status = element("div", "visually-hidden");
    status.setAttribute("role", "status");
    box.append(list, status);
    input.setAttribute("role", "combobox");
    input.setAttribute("aria-autocomplete", "list");
    input.setAttribute("aria-expanded", "false");
    input.setAttribute("aria-controls", id);
    input.setAttribute("autocomplete", "off");

    // In a field for several values, separated by commas, the last one is being typed.
    const several = input.dataset.comboboxSeveral !== undefined;
    // Fields that this one goes by: what kind of names it has, and which choice they belong to.
    const field = (id) => (id ? document.getElementById(id) : null);
    const kind = field(input.dataset.comboboxKind);
    const owner = field(input.dataset.comboboxOf);
    const picker = input.dataset.comboboxFirst !== undefined;
    let settled = input.value;
    let query = "";
    let current = -1;
    let timer = 0;
    let asked = null;
    let shown = null;

    const options = () => [...list.querySelectorAll("[role=option]")];

    const close = () => {
      clearTimeout(timer);
      asked?.abort();
      list.hidden = true;
      current = -1;
      shown = null;
      input.setAttribute("aria-expanded", "false");
      input.removeAttribute("aria-activedescendant");
    };

    const mark = (index) => {
      const all = options();
      all[current]?.setAttribute("aria-selected", "false");
      current = all.length ? (index + all.length) % all.length : -1;
      const now = all[current];
      if (!now) return input.removeAttribute("aria-activedescendant");
      now.setAttribute("aria-selected", "true");
      input.setAttribute("aria-activedescendant", now.id);
      now.scrollIntoView({ block: "nearest" });
    };

    const typed = () => (several ? input.value.split(",").at(-1) : input.value).trim();

    const choose = (option) => {
      if (option.dataset.next) return more(option);
      if (option.dataset.url) {
        location.href = option.dataset.url;
        return;
      }
      if (several) {
        const before = input.value.split(",").slice(0, -1).map((part) => part.trim()).filter(Boolean);
        input.value = [...before, option.dataset.value].join(", ") + ", ";
      } else {
        input.value = option.dataset.value;
      }
      settled = input.value;
      close();
      input.dispatchEvent(new Event("change", { bubbles: true }));
      input.focus();
    };

    const add = (item, groups) => {
      const option = element("div", "combobox-option");
      option.id = `${id}-${options().length}`;
      option.setAttribute("role", "option");
      option.setAttribute("aria-selected", "false");
      if (item.url) option.dataset.url = item.url;
      if (item.value) option.dataset.value = item.value;
      option.append(icon(item.icon), element("span", "clip", item.label));
      if (item.detail) option.append(element("span", "end small muted clip", item.detail));
      if (!item.group) return list.append(option);
      let group = groups.get(item.group);
      if (!group) {
        group = element("div");
        group.setAttribute("role", "group");
        group.setAttribute("aria-label", item.group);
        const title = element("div", "menu-title", item.group);
        title.setAttribute("aria-hidden", "true");
        group.append(title);
        groups.set(item.group, group);
        list.append(group);
      }
      group.append(option);
    };

    const addMore = (next) => {
      if (next === null || next === undefined) return;
      const option = element("div", "combobox-option muted", "Show more");
      option.id = `${id}-more-${next}`;
      option.setAttribute("role", "option");
      option.setAttribute("aria-selected", "false");
      option.dataset.next = next;
      list.append(option);
    };

    const address = (start) => {
      const url = new URL(owner?.selectedOptions[0]?.dataset.combobox ?? input.dataset.combobox, location.href);
      url.searchParams.set("q", query);
      if (start) url.searchParams.set("start", start);
      if (kind) url.searchParams.set("kind", kind.value);
      return url;
    };

    const get = async (start) => {
      asked?.abort();
      asked = new AbortController();
      try {
        const response = await fetch(address(start), { signal: asked.signal });
        return response.ok && response.headers.get("Content-Type")?.includes("json")
          ? await response.json() : null;
      } catch {
        return null;
      }
    };

    const more = async (option) => {
      const found = await get(option.dataset.next);
      if (!found) return;
      const at = options().indexOf(option);
      option.remove();
      const groups = new Map([...list.querySelectorAll("[role=group]")].map((it) => [it.getAttribute("aria-label"), it]));
      found.items.forEach((item) => add(item, groups));
      addMore(found.next);
      current = -1;
      mark(at);
    };

    const show = async (all) => {
      // What was chosen before is no filter for what might be chosen instead.
      const wanted = all && !several && input.value === settled ? "" : typed();
      if (!all && !wanted) return close();
      if (wanted === shown) return;
      query = wanted;
      const found = await get(0);
      if (!found || document.activeElement !== input) return;
      shown = wanted;
      list.replaceChildren();
      current = -1;
      const groups = new Map();
      found.items.forEach((item) => add(item, groups));
      addMore(found.next);
      const count = found.items.length;
      list.hidden = count === 0;
      input.setAttribute("aria-expanded", String(count > 0));
      status.textContent = count === 0 ? "Nothing found" : count === 1 ? "1 suggestion" : `${count} suggestions`;
      // In a picker Enter takes the first match; a field that leads to pages searches for what was typed.
      if (wanted && picker) mark(0);
    };

    input.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(() => show(false), DELAY);
    });
    input.addEventListener("keydown", (event) => {
      if (event.isComposing) return;
      if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        event.preventDefault();
        if (list.hidden) show(true);
        else mark(event.key === "ArrowDown" ? current + 1 : current < 0 ? -1 : current - 1);
      } else if (event.key === "Enter" && !list.hidden && current >= 0) {
        event.preventDefault();
        choose(options()[current]);
      } else if (event.key === "Escape" && !list.hidden) {
        event.preventDefault();
        event.stopPropagation();
        close();
      } else if (event.key === "Tab") {
        close();
      }
    });
    list.addEventListener("mousedown", (event) => event.preventDefault());
    list.addEventListener("click", (event) => {
      const option = event.target.closest("[role=option]");
      if (option) choose(option);
    });
    // It may have the focus again by then.
    input.addEventListener("blur", () => setTimeout(() => { if (document.activeElement !== input) close(); }, 100));
    // There is no arrow key on a phone.
    if (picker) input.addEventListener("click", () => { if (list.hidden) show(true); });
    kind?.addEventListener("change", close);
    owner?.addEventListener("change", close);
  };

  const start = (scope) => scope.querySelectorAll("input[data-combobox]").forEach(enhance);
  document.addEventListener("htmx:load", (event) => start(event.detail.elt));
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", () => start(document));
  else start(document);
})();
