// What pages do beyond HTML. Every page works without this file.
(() => {
  "use strict";

  const root = document.documentElement;
  const base = (root.dataset.base ?? "").replace(/\/$/, "");

  // ---- small things

  const announce = (text) => {
    const toasts = document.querySelector(".toasts");
    if (!toasts) return;
    const toast = document.createElement("div");
    toast.className = "toast";
    toast.textContent = text;
    toasts.append(toast);
    setTimeout(() => toast.remove(), 4000);
  };

  const typing = (target) =>
    target instanceof Element && target.closest("input, textarea, select, [contenteditable]");

  const remember = (name, value) => {
    const secure = location.protocol === "https:" ? ";secure" : "";
    document.cookie = `${name}=${value};path=${base || "/"};max-age=31536000;samesite=lax${secure}`;
  };

  // ---- dates: the exact time on hover, in the reader's zone

  const dates = (scope) => {
    const exact = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "long" });
    for (const time of scope.querySelectorAll("time[datetime]:not([data-exact])")) {
      time.dataset.exact = "";
      time.title = exact.format(new Date(time.dateTime));
    }
    const day = new Intl.DateTimeFormat(undefined, { dateStyle: "long" });
    for (const time of scope.querySelectorAll("time[data-day]")) {
      time.textContent = day.format(new Date(time.dateTime));
    }
  };

  // ---- code: line ranges

  const lineRange = () => {
    const range = /^#L?(\d+)(?:-L?(\d+))?$/.exec(location.hash);
    for (const line of document.querySelectorAll(".code .line.selected")) {
      line.classList.remove("selected");
    }
    if (!range) return;
    const [from, to] = [Number(range[1]), Number(range[2] ?? range[1])].sort((a, b) => a - b);
    const first = document.getElementById(String(from));
    const piece = first ? null : [...document.querySelectorAll(".code-piece[data-near]")].find(
      (it) => from > Number(it.dataset.start) && from <= Number(it.dataset.end));
    if (piece) {
      piece.addEventListener("htmx:afterRequest", () => setTimeout(lineRange), { once: true });
      htmx.trigger(piece, "near");
      return;
    }
    for (const number of document.querySelectorAll(".code .line > .n")) {
      const n = Number(number.id);
      if (n >= from && n <= to) number.parentElement.classList.add("selected");
    }
    first?.scrollIntoView({ block: "center" });
  };

  let anchorLine = null;
  document.addEventListener("click", (event) => {
    const number = event.target.closest?.(".code .line > .n");
    if (!number) return;
    if (event.shiftKey && anchorLine) {
      event.preventDefault();
      history.replaceState(null, "", `#${anchorLine}-${number.id}`);
      lineRange();
    } else {
      anchorLine = number.id;
    }
  });

  const wrap = (on) => {
    document.querySelector(".code")?.classList.toggle("wraps", on);
    document.querySelector("[data-wrap]")?.setAttribute("aria-pressed", String(on));
  };

  // ---- menus, dialogs, copying

  // The clipboard's own interface is there in secure contexts alone, so not over plain http.
  const copyBySelection = (text) => {
    const field = document.createElement("textarea");
    field.value = text;
    field.readOnly = true;
    field.className = "visually-hidden";
    const focused = document.activeElement;
    (focused?.closest?.("dialog") ?? document.body).append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    focused?.focus?.();
    return done;
  };

  const copyText = async (text, source) => {
    let done = false;
    try {
      if (navigator.clipboard) {
        await navigator.clipboard.writeText(text);
        done = true;
      }
    } catch { /* A browser may refuse; selecting works still. */ }
    if (done || copyBySelection(text)) {
      announce("Copied to the clipboard");
    } else {
      source?.select?.();
      announce("Press Ctrl+C to copy");
    }
  };

  // Where a session has ended, what comes instead of the file is the page to sign in.
  const copyFile = async (button) => {
    const { copyUrl, copyCharset } = button.dataset;
    try {
      const response = await fetch(copyUrl);
      if (!response.ok || response.redirected) throw new Error(String(response.status));
      await copyText(new TextDecoder(copyCharset).decode(await response.arrayBuffer()));
    } catch {
      announce("Not copied: the file could not be read. Load the page again.");
    }
  };

  document.addEventListener("click", (event) => {
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      if (!menu.contains(event.target)) menu.open = false;
    }
    const copy = event.target.closest?.("[data-copy], [data-copy-text]");
    if (copy) {
      const source = document.getElementById(copy.dataset.copy);
      copyText((copy.dataset.copyText ?? source?.value ?? source?.textContent ?? "").trim(), source);
    }
    const whole = event.target.closest?.("[data-copy-url]");
    if (whole) copyFile(whole);
    const wrapping = event.target.closest?.("[data-wrap]");
    if (wrapping) {
      const on = wrapping.getAttribute("aria-pressed") !== "true";
      wrap(on);
      remember("packhouse_wrap", on ? "on" : "off");
    }
    const choice = event.target.closest?.("[data-remember]");
    if (choice) remember(...choice.dataset.remember.split("="));
    const theme = event.target.closest?.("[data-set-theme]");
    if (theme) {
      const value = theme.dataset.setTheme;
      remember("packhouse_theme", value);
      if (value === "system") delete root.dataset.theme; else root.dataset.theme = value;
      markTheme();
      announce(`Theme: ${theme.textContent.trim().toLowerCase()}`);
    }
    const opener = event.target.closest?.("[data-dialog]");
    if (opener) {
      const dialog = document.getElementById(opener.dataset.dialog);
      if (dialog) { event.preventDefault(); dialog.showModal(); }
    }
    if (event.target.closest?.("[data-close]")) {
      event.preventDefault();
      event.target.closest("dialog")?.close();
    }
    const transport = event.target.closest?.("[data-clone]");
    if (transport) showClone(transport);
  });

  const showClone = (button) => {
    const panel = button.closest("[data-clone-panel]");
    for (const other of panel.querySelectorAll("[data-clone]")) {
      const chosen = other === button;
      other.setAttribute("aria-pressed", String(chosen));
      panel.querySelector(`#${other.dataset.clone}`).hidden = !chosen;
    }
  };

  // The way to clone that was chosen before.
  const keptClone = () => {
    if (!/(?:^|; )packhouse_clone=ssh(?:;|$)/.test(document.cookie)) {
      for (const panel of document.querySelectorAll("[data-clone-panel]")) {
        const first = panel.querySelector("[data-clone]");
        if (first) showClone(first);
      }
      return;
    }
    document.querySelectorAll("[data-clone$='-ssh']").forEach(showClone);
  };

  // ---- a key for a project, made from its name until somebody types one

  const suggestKey = () => {
    const mark = document.querySelector("[data-suggest-key]");
    const name = mark && document.getElementById(mark.dataset.suggestKey);
    const key = document.getElementById("field-key");
    if (!name || !key || key.value) return;
    let own = false;
    key.addEventListener("input", () => { own = key.value !== ""; });
    const suggest = () => {
      if (own) return;
      const words = name.value.normalize("NFKD").toUpperCase().match(/[A-Z0-9]+/g) ?? [];
      const joined = words.length > 2 ? words.map((word) => word[0]).join("") : words.join("");
      key.value = joined.replace(/^[0-9]+/, "").slice(0, 12);
    };
    name.addEventListener("input", suggest);
    // Somebody may have typed the name before this ran.
    suggest();
  };

  const markTheme = () => {
    const current = root.dataset.theme ?? "system";
    for (const item of document.querySelectorAll("[data-set-theme]")) {
      if (item.dataset.setTheme === current) item.setAttribute("aria-current", "true");
      else item.removeAttribute("aria-current");
    }
  };

  document.addEventListener("toggle", (event) => {
    if (event.target.matches?.("details.menu") && event.target.open) {
      event.target.querySelector("[data-focus]")?.focus();
    }
  }, true);

  document.addEventListener("input", (event) => {
    const filter = event.target.closest?.("[data-filters]");
    if (!filter) return;
    const wanted = filter.value.trim().toLowerCase();
    for (const row of document.querySelectorAll(filter.dataset.filters)) {
      row.hidden = !row.textContent.toLowerCase().includes(wanted);
    }
  });

  // ---- the menu of branches and tags: Enter takes the first match, arrows go through the list

  document.addEventListener("keydown", (event) => {
    const menu = event.target.closest?.("details.ref-menu");
    if (!menu || !["Enter", "ArrowDown", "ArrowUp"].includes(event.key)) return;
    const field = menu.querySelector("input[type=search]");
    const items = () => [...menu.querySelectorAll("#ref-list a.menu-item")];
    if (event.key === "Enter") {
      if (event.target !== field || !field.value.trim()) return;
      event.preventDefault();
      const wanted = field.value.trim().toLowerCase();
      const take = () => items().find((item) => item.querySelector(".clip")?.textContent.toLowerCase().includes(wanted))?.click();
      // The list may be that of what was typed before: a new one is on its way.
      if (menu.dataset.listed === wanted) take();
      else {
        menu.addEventListener("htmx:afterSettle", take, { once: true });
        htmx.trigger(field, "search");
      }
      return;
    }
    event.preventDefault();
    const all = items();
    const at = all.indexOf(document.activeElement);
    const next = at + (event.key === "ArrowDown" ? 1 : -1);
    if (next < 0) field.focus();
    else all[Math.min(next, all.length - 1)]?.focus();
  });

  document.addEventListener("htmx:afterSettle", (event) => {
    const menu = event.target.closest?.("details.ref-menu");
    if (menu) menu.dataset.listed = menu.querySelector("input[type=search]").value.trim().toLowerCase();
  });

  // ---- keyboard

  let prefix = "";
  let prefixTimer = 0;
  const go = (path) => { location.href = base + path; };
  const shortcuts = {
    "/": () => document.getElementById("search")?.focus(),
    "?": () => document.getElementById("shortcuts")?.showModal(),
    "b": () => {
      const menu = document.querySelector("details.ref-menu");
      if (menu) menu.open = true;
    },
    "y": () => {
      const link = document.querySelector("a[data-permalink]");
      if (link) location.href = link.href + location.hash;
    },
    "g p": () => go("/projects"),
    "g r": () => go("/repos"),
    "g w": () => go("/dashboard"),
  };

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      const menu = document.querySelector("details.menu[open]");
      if (menu) {
        menu.open = false;
        menu.querySelector("summary").focus();
      } else if (typing(event.target)) {
        event.target.blur();
      }
      return;
    }
    if (root.dataset.shortcuts === "off" || typing(event.target)) return;
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const key = prefix ? `${prefix} ${event.key}` : event.key;
    prefix = "";
    clearTimeout(prefixTimer);
    if (shortcuts[key]) {
      event.preventDefault();
      shortcuts[key]();
    } else if (event.key === "g") {
      prefix = "g";
      prefixTimer = setTimeout(() => { prefix = ""; }, 1000);
    }
  });

  // ---- start

  // ---- headings of documents: a link to each, and links by their names alone

  const headings = (scope) => {
    for (const heading of scope.querySelectorAll(".markdown :is(h1, h2, h3, h4, h5, h6)[id]")) {
      if (heading.querySelector(":scope > .heading-link")) continue;
      const link = document.createElement("a");
      link.href = `#${heading.id}`;
      link.className = "heading-link";
      link.setAttribute("aria-label", `Link to the section ${heading.textContent}`);
      heading.append(link);
    }
  };

  const namedHeading = () => {
    let name = location.hash.slice(1);
    try { name = decodeURIComponent(name); } catch { /* It is no encoding, so it is the name. */ }
    if (name && !document.getElementById(name)) {
      document.getElementById(`md-${name}`)?.scrollIntoView();
    }
  };

  // ---- how many pull requests wait: asked for twice a minute at most, while pages are opened

  const INBOX = "packhouse-inbox";
  const inbox = async () => {
    const link = document.querySelector("[data-inbox]");
    if (!link) return;
    const show = (count) => {
      const shown = link.querySelector(".count");
      shown.hidden = count === 0;
      shown.textContent = count > 99 ? "99+" : String(count);
      link.setAttribute("aria-label", count === 0 ? "Your work" : `Your work, ${count} waiting for your review`);
    };
    const change = document.body.querySelector(".pull-head");
    let kept = null;
    try { kept = JSON.parse(sessionStorage.getItem(INBOX)); } catch { /* It is asked for. */ }
    if (kept) show(kept.count);
    if (kept && !change && Date.now() - kept.at < 30000) return;
    const response = await fetch(link.dataset.inbox).catch(() => null);
    if (!response?.ok || !response.headers.get("Content-Type")?.includes("json")) return;
    const { count } = await response.json();
    show(count);
    try { sessionStorage.setItem(INBOX, JSON.stringify({ count, at: Date.now() })); } catch { /* It is asked for again. */ }
  };

  // ---- forms that were not taken because the session, or the token of the form, was lost

  const SENT = "packhouse-sent";
  const kept = (name) => {
    try { return JSON.parse(sessionStorage.getItem(name)); } catch { return null; }
  };
  const keep = (name, value) => {
    try {
      if (value === null) sessionStorage.removeItem(name);
      else sessionStorage.setItem(name, JSON.stringify(value));
    } catch { /* A browser may keep nothing, or be full. */ }
  };

  const account = () => document.querySelector(".top summary[aria-label^='Account of']")?.getAttribute("aria-label") ?? null;

  // What a form is about, whatever was typed: its address and what it says unseen.
  const subject = (form) =>
    [(form.getAttribute("action") ?? "").split("?")[0]].concat(
      [...form.querySelectorAll("input[type=hidden]")]
        .filter((it) => !["_csrf", "version", "draft"].includes(it.name))
        .map((it) => `${it.name}=${it.defaultValue}`)).join("&");

  const typedIn = (form) =>
    [...form.querySelectorAll("input, textarea, select")].filter((it) => it.name
      && !["hidden", "password", "file", "submit", "search"].includes(it.type));
  const ticks = (field) => ["checkbox", "radio"].includes(field.type);
  const chosen = (field) => [...field.options].map((option) => option.selected);
  const valueOf = (field) => (ticks(field) ? field.checked : field.options ? chosen(field) : field.value);

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.getAttribute("method")?.toLowerCase() !== "post" || !account()) return;
    if (form.matches("[data-keep-typed]")) return keep(SENT, { draft: draftOf(form) });
    const values = typedIn(form).map((field) => [field.name, valueOf(field)]);
    if (values.length > 0) keep(SENT, { subject: subject(form), account: account(), values });
    return undefined;
  });

  const noteBefore = (form, text) => {
    const note = document.createElement("div");
    note.className = "note";
    note.setAttribute("role", "status");
    const words = document.createElement("div");
    words.textContent = text;
    note.append(words);
    for (let at = form.parentElement.closest("details"); at; at = at.parentElement.closest("details")) at.open = true;
    form.before(note);
    return note;
  };

  const bringBack = () => {
    const sent = kept(SENT);
    if (!sent) return;
    if (document.querySelector("[data-keeps-sent]")) return keep(SENT, { ...sent, lost: true });
    if (!sent.lost) {
      if (sent.draft) keep(sent.draft, null);
      return keep(SENT, null);
    }
    const form = sent.account === account() && [...document.querySelectorAll("form[method=post]")].find(
      (it) => !it.matches("[data-keep-typed]") && subject(it) === sent.subject);
    if (!form) return undefined;
    keep(SENT, null);
    const values = [...sent.values];
    for (const field of typedIn(form)) {
      const at = values.findIndex(([name]) => name === field.name);
      if (at < 0) continue;
      const [[, value]] = values.splice(at, 1);
      if (ticks(field)) field.checked = value;
      else if (field.options) [...field.options].forEach((option, i) => { option.selected = value[i] ?? false; });
      else field.value = value;
      field.dispatchEvent(new Event("change", { bubbles: true }));
    }
    noteBefore(form, "This was not taken, as your session had ended. What you typed is back: look it over and send it again.");
    typedIn(form)[0]?.focus();
    return undefined;
  };

  // Who has signed in in another tab has a new token there: forms that a script sends get it.
  document.addEventListener("htmx:afterRequest", async (event) => {
    const { xhr } = event.detail;
    if (xhr.status !== 403 || !xhr.getResponseHeader("X-Form-Refused")) return;
    const page = await fetch(location.href).then((response) => response.text()).catch(() => "");
    const fresh = new DOMParser().parseFromString(page, "text/html").querySelector("input[name=_csrf]")?.value;
    if (fresh) {
      for (const field of document.querySelectorAll("input[name=_csrf]")) field.value = fresh;
    }
    announce(fresh ? "You have signed in anew since this page was opened. Send again: what you wrote is kept."
      : "This page is out of date. Load it again, then send again.");
  });

  // ---- what was typed into the editor or a comment and not sent is kept while the tab is open

  // The commit that the editor was opened at is part of the name: once that has moved on, so has the file.
  const draftOf = (form) =>
    `packhouse-edit:${location.pathname}:${form.elements.known?.value ?? subject(form)}`;

  const keepTyped = (form) => {
    const key = draftOf(form);
    const fields = typedIn(form).filter((field) => field.matches("input[type=text], textarea"));
    const same = () => fields.every((field) => field.value === field.defaultValue);
    form.addEventListener("input", () => keep(key, same() ? null : fields.map((field) => field.value)));
    form.querySelector(".buttons a")?.addEventListener("click", () => keep(key, null));
    const before = kept(key);
    if (!Array.isArray(before) || before.length !== fields.length || !same()) return;
    if (fields.every((field, i) => field.value === before[i])) return;
    fields.forEach((field, i) => { field.value = before[i]; });
    const note = noteBefore(form, "This is what you typed here before and did not send. ");
    const over = document.createElement("button");
    over.type = "button";
    over.className = "button small";
    over.textContent = "Start over";
    over.addEventListener("click", () => {
      fields.forEach((field) => { field.value = field.defaultValue; });
      keep(key, null);
      note.remove();
      fields[0]?.focus();
    });
    note.firstChild.append(over);
  };

  const enhance = (scope) => {
    dates(scope);
    headings(scope);
    for (const element of scope.querySelectorAll("[data-needs-script]")) element.hidden = false;
  };

  // On a phone tabs go beyond the edge: the one that is shown is brought into view.
  const currentTabs = () => {
    for (const bar of document.querySelectorAll(".tabs, .side-nav")) {
      const tab = bar.querySelector("[aria-current]");
      if (!tab || bar.scrollWidth <= bar.clientWidth) continue;
      const from = tab.getBoundingClientRect().left - bar.getBoundingClientRect().left;
      bar.scrollLeft += from - (bar.clientWidth - tab.offsetWidth) / 2;
    }
  };

  // A form with files has its token in its address, which would be the page's when it is refused.
  const cleanAddress = () => {
    const search = location.search.replace(/[?&]_csrf=[^&]*/, "").replace(/^&/, "?");
    if (search === location.search) return;
    history.replaceState(history.state, "", location.pathname + search + location.hash);
  };

  const start = () => {
    root.classList.add("script");
    cleanAddress();
    enhance(document);
    currentTabs();
    lineRange();
    namedHeading();
    markTheme();
    keptClone();
    suggestKey();
    bringBack();
    document.querySelectorAll("form[data-keep-typed]").forEach(keepTyped);
    inbox();
    wrap(/(?:^|; )packhouse_wrap=on(?:;|$)/.test(document.cookie));
    document.querySelector("[aria-invalid='true']")?.focus();
  };

  window.addEventListener("hashchange", lineRange);
  document.addEventListener("htmx:load", (event) => enhance(event.detail.elt));
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
