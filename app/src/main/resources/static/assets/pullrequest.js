// Pull requests: what was typed and not sent is kept, threads are sent anew in place.
(() => {
  "use strict";

  const pull = /^.*\/pull-requests(?:\/\d+)?/.exec(location.pathname)?.[0] ?? location.pathname;
  const PREFIX = "packhouse-draft:";
  // The page on which one is opened is that of the source's repository, and may be of any branch.
  const source = document.querySelector("input[type=hidden][name=sourceBranch]")?.value;
  const key = (name) => PREFIX + (name === "create" ? `create:${source}` : `${pull}:${name}`);

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
    if (name === "create") {
      try {
        for (const kept of Object.keys(sessionStorage)) {
          if (kept.startsWith(`${PREFIX}create:`)) sessionStorage.removeItem(kept);
        }
      } catch { /* Nothing is kept. */ }
    } else {
      store.set(name, null);
    }
    url.searchParams.delete("said");
    history.replaceState(history.state, "", url);
  };

  // ---- forms that a script sends

  const ours = (detail) => detail.elt?.closest?.(".thread, .pull-say, .placing");

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

  // ---- files that are pasted or dropped become attachments

  const insert = (field, text) => {
    field.setRangeText(text, field.selectionStart, field.selectionEnd, "end");
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };

  const replaceIn = (field, from, to) => {
    const at = field.value.indexOf(from);
    if (at < 0) return;
    field.setRangeText(to, at, at + from.length, "end");
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };

  const attach = async (field, files) => {
    const url = document.getElementById("attaching")?.dataset.url;
    for (const file of url ? files : []) {
      const waiting = `[${file.name || "file"} is being sent…]`;
      insert(field, waiting);
      const body = new FormData();
      body.append("files", file, file.name || "pasted.png");
      const response = await fetch(url, { method: "POST", body, headers: { Accept: "application/json" } })
        .catch(() => null);
      const taken = response?.headers.get("Content-Type")?.includes("json")
        ? await response.json().catch(() => null) : null;
      const link = response?.ok ? taken?.attachments?.[0]?.markdown : null;
      replaceIn(field, waiting, link ? `${link}\n` : "");
      if (!link) {
        announce(taken?.errors?.[0]?.message ?? `${file.name || "The file"} was not taken. Try again, or sign in anew.`);
      }
    }
  };

  const writing = (target) => target.closest?.(".thread textarea, .pull-say textarea, #field-description");
  document.addEventListener("paste", (event) => {
    const field = writing(event.target);
    const files = [...event.clipboardData?.files ?? []];
    if (!field || files.length === 0) return;
    event.preventDefault();
    attach(field, files);
  });
  document.addEventListener("dragover", (event) => {
    if (writing(event.target) && event.dataTransfer?.types.includes("Files")) event.preventDefault();
  });
  document.addEventListener("drop", (event) => {
    const field = writing(event.target);
    const files = [...event.dataTransfer?.files ?? []];
    if (!field || files.length === 0) return;
    event.preventDefault();
    attach(field, files);
  });

  // ---- a suggestion begins as the lines that the comment is about

  const suggesting = (scope) => {
    for (const button of scope.querySelectorAll("button[data-suggest]")) button.hidden = false;
  };

  document.addEventListener("click", async (event) => {
    const button = event.target.closest?.("button[data-suggest]");
    if (!button) return;
    const place = new URLSearchParams();
    for (const name of ["path", "srcPath", "line", "lineType", "fileType", "startLine", "startLineType", "since", "until"]) {
      const value = button.form.elements[name]?.value;
      if (value) place.set(name, value);
    }
    const response = await fetch(`${button.dataset.suggest}?${place}`, { headers: { Accept: "text/plain" } })
      .catch(() => null);
    const field = button.form.querySelector("textarea");
    if (!response?.ok || response.redirected) {
      announce("There are no such lines to replace here.");
      return;
    }
    const before = field.value.slice(0, field.selectionStart);
    const text = await response.text();
    insert(field, before === "" || before.endsWith("\n") ? text : `\n${text}`);
    const code = field.value.indexOf("\n", before.length + 1) + 1;
    field.focus();
    field.setSelectionRange(code, code);
  });

  // ---- a comment on a line: one button a file, at the line that is pointed at or reached by arrows

  const typing = (target) => target.closest?.("input, textarea, select, [contenteditable]");
  const lineOf = (cell) => {
    const row = cell.closest("tr");
    const split = row.closest("table").classList.contains("split");
    const kinds = split ? cell.classList : row.classList;
    const cells = [...row.querySelectorAll("td.n")];
    const kind = kinds.contains("added") ? "ADDED" : kinds.contains("removed") ? "REMOVED" : "CONTEXT";
    const number = split ? cell : cells[kind === "REMOVED" ? 0 : 1];
    if (split && kind === "CONTEXT" && cell === cells[0]) return lineOf(cells[1]);
    return { line: number.dataset.n, kind, side: kind === "REMOVED" ? "FROM" : "TO" };
  };

  const sayable = (table) =>
    [...table.querySelectorAll("td.n")].filter((cell, _, all) => {
      if (!cell.dataset.n || cell.closest(".said")) return false;
      const row = cell.closest("tr");
      if (table.classList.contains("split")) {
        return row.classList.contains("changed") || cell === row.querySelectorAll("td.n")[1];
      }
      return cell === row.querySelectorAll("td.n")[row.classList.contains("removed") ? 0 : 1];
    });

  const place = (cell) => {
    const file = cell.closest(".diff-file");
    let button = file.querySelector("button.say");
    if (!button) {
      button = document.createElement("button");
      button.type = "button";
      button.className = "say";
      button.textContent = "+";
    }
    const { line, kind } = lineOf(cell);
    button.setAttribute("aria-label", `Comment on ${kind === "REMOVED" ? "removed " : ""}line ${line}`);
    button.title = "Comment on this line; with Shift on the lines up to here";
    if (button.parentElement !== cell) cell.append(button);
    return button;
  };

  const sayers = (scope) => {
    const files = [...scope.querySelectorAll?.(".diff-file") ?? []];
    const around = scope.closest?.(".diff-file");
    if (around) files.push(around);
    for (const file of files) {
      const table = file.querySelector("table.diff");
      if (!table || !file.querySelector("a[data-say]") || file.querySelector("button.say")) continue;
      const first = sayable(table)[0];
      if (first) place(first);
    }
  };

  // Where the last form was opened: Shift takes the lines from there on.
  let begun = null;

  const openRange = (cell) => {
    const from = begun;
    if (!from?.isConnected || from === cell || from.closest("table") !== cell.closest("table")) {
      return openForm(cell);
    }
    const forward = from.compareDocumentPosition(cell) & Node.DOCUMENT_POSITION_FOLLOWING;
    const [first, last] = forward ? [from, cell] : [cell, from];
    const { line, kind } = lineOf(from);
    const present = from.closest(".diff-file").querySelector(`tr.placing[data-at="${kind}${line}"]`);
    if (present && !present.querySelector("textarea")?.value) present.remove();
    return openForm(last, first);
  };

  const mark = (first, last) => {
    const rows = [...last.closest("table").querySelectorAll("tr:not(.said, .hunk)")];
    const [from, to] = [rows.indexOf(first.closest("tr")), rows.indexOf(last.closest("tr"))];
    for (const row of rows.slice(from, to + 1)) {
      if (!row.classList.contains("marked")) row.dataset.marked = "";
      row.classList.add("marked");
    }
  };

  const unmark = (table) => {
    for (const row of table?.querySelectorAll("tr[data-marked]") ?? []) row.classList.remove("marked");
  };

  const openForm = (cell, first) => {
    const file = cell.closest(".diff-file");
    const link = file.querySelector("a[data-say]");
    if (!link || !cell.dataset.n) return;
    begun = cell;
    const row = cell.closest("tr");
    const { line, kind, side } = lineOf(cell);
    const url = new URL(link.href);
    url.searchParams.set("line", line);
    url.searchParams.set("lineType", kind);
    url.searchParams.set("fileType", side);
    unmark(cell.closest("table"));
    if (first) {
      const start = lineOf(first);
      url.searchParams.set("startLine", start.line);
      url.searchParams.set("startLineType", start.kind);
      mark(first, cell);
    }
    const present = file.querySelector(`tr.placing[data-at="${kind}${line}"]`);
    if (present) return present.querySelector("textarea")?.focus();
    const placing = document.createElement("tr");
    placing.className = "said placing";
    placing.dataset.at = kind + line;
    const hold = document.createElement("td");
    hold.colSpan = 4;
    placing.append(hold);
    let after = row;
    while (after.nextElementSibling?.classList.contains("said")) after = after.nextElementSibling;
    after.after(placing);
    fetchForm(url, hold);
  };

  const fetchForm = (url, hold) => {
    const begin = document.createElement("div");
    hold.append(begin);
    htmx.ajax("GET", url.pathname + url.search, { target: begin, swap: "outerHTML" })
      .then(() => hold.querySelector("textarea")?.focus());
  };

  document.addEventListener("pointerover", (event) => {
    const row = event.target.closest?.(".diff-file table.diff tr:not(.said, .hunk)");
    if (!row || !row.closest(".diff-file").querySelector("a[data-say]")) return;
    const split = row.closest("table").classList.contains("split");
    const own = split ? event.target.closest("td") : null;
    const cells = [...row.querySelectorAll("td.n")];
    const right = own && [...row.children].indexOf(own) > 1;
    const cell = split ? cells[right ? 1 : 0] : cells[row.classList.contains("removed") ? 0 : 1];
    const chosen = cell?.dataset.n ? cell : cells.find((it) => it.dataset.n);
    const held = document.activeElement?.classList.contains("say");
    if (chosen && !held) place(chosen);
  });

  document.addEventListener("click", (event) => {
    const say = event.target.closest?.("button.say");
    const number = event.target.closest?.(".diff-file table.diff td.n");
    const at = say ? say.closest("td") : number && !number.closest(".said") ? number : null;
    if (at) return event.shiftKey ? openRange(at) : openForm(at);
    const whole = event.target.closest?.("a[data-say]");
    if (whole && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      const file = whole.closest(".diff-file");
      const body = file.querySelector(".diff-body");
      body.hidden = false;
      file.querySelector("[data-collapse]")?.setAttribute("aria-expanded", "true");
      const hold = document.createElement("div");
      hold.className = "said placing";
      body.prepend(hold);
      fetchForm(new URL(whole.href), hold);
      return undefined;
    }
    const cancel = event.target.closest?.("[data-unsay]");
    const placing = cancel?.closest(".placing");
    if (placing) {
      event.preventDefault();
      const field = placing.querySelector("[data-draft]");
      if (field) store.set(field.dataset.draft, null);
      const button = placing.closest(".diff-file")?.querySelector("button.say, a[data-say]");
      unmark(placing.closest("table"));
      placing.remove();
      button?.focus();
    }
    return undefined;
  });

  // Shift would choose text.
  document.addEventListener("mousedown", (event) => {
    if (event.shiftKey && event.target.closest?.(".diff-file:has(a[data-say]) table.diff td.n")) {
      event.preventDefault();
    }
  });

  document.addEventListener("keydown", (event) => {
    const say = event.target.closest?.("button.say");
    if (say && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      const cells = sayable(say.closest("table"));
      const next = cells[cells.indexOf(say.closest("td")) + (event.key === "ArrowDown" ? 1 : -1)];
      if (next) place(next).focus();
      return;
    }
    if (event.defaultPrevented || document.documentElement.dataset.shortcuts === "off") return;
    if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
    if (document.querySelector("dialog[open]")) return;
    if (event.key === "j" || event.key === "k") step(event.key === "j" ? 1 : -1);
    if (event.key === "c") begin(event);
    if (event.key === "v") current()?.querySelector("[data-viewed] button")?.click();
  });

  const begin = (event) => {
    const field = document.getElementById("say-new");
    const button = (document.activeElement?.closest?.(".diff-file") ?? current())?.querySelector("button.say");
    if (!field && !button) return;
    event.preventDefault();
    if (field) field.focus(); else openForm(button.closest("td"));
  };

  const top = () => (document.querySelector(".top")?.offsetHeight ?? 0) + 60;
  const current = () => {
    const files = [...document.querySelectorAll(".diff-file")];
    return files.findLast((file) => file.getBoundingClientRect().top <= top()) ?? files[0];
  };

  let last = null;
  const step = (by) => {
    const threads = [...document.querySelectorAll(".thread:not(.placed)")];
    const at = threads.indexOf(last);
    const next = threads[at < 0 ? (by > 0 ? 0 : threads.length - 1) : at + by];
    if (!next) return;
    last = next;
    next.scrollIntoView({ block: "center" });
    next.querySelector(".remark-head a, summary")?.focus({ preventScroll: true });
  };

  // ---- files that were viewed

  const folded = (scope) => {
    for (const file of scope.querySelectorAll(".diff-file.viewed:not([data-folded])")) {
      file.dataset.folded = "";
      const said = file.querySelector(".thread");
      if (said) continue;
      file.querySelector(".diff-body").hidden = true;
      file.querySelector("[data-collapse]")?.setAttribute("aria-expanded", "false");
    }
  };

  document.addEventListener("submit", async (event) => {
    const form = event.target.closest?.("[data-viewed]");
    if (!form) return;
    event.preventDefault();
    const body = new URLSearchParams(new FormData(form));
    const response = await fetch(form.action, { method: "POST", body, headers: { "HX-Request": "true" } })
      .catch(() => null);
    if (!response || response.status !== 204) {
      announce("The mark was not kept. Sign in again, or try once more.");
      return;
    }
    const yes = form.elements.viewed.value === "true";
    form.elements.viewed.value = String(!yes);
    const button = form.querySelector("button");
    button.setAttribute("aria-pressed", String(yes));
    const file = form.closest(".diff-file");
    file.classList.toggle("viewed", yes);
    document.querySelector(`.diff-tree a[href="#${CSS.escape(file.id)}"]`)?.classList.toggle("viewed", yes);
    const collapse = file.querySelector("[data-collapse]");
    file.querySelector(".diff-body").hidden = yes;
    collapse?.setAttribute("aria-expanded", String(!yes));
    button.focus({ preventScroll: true });
  });

  // ---- a comment that is older than the activities of this page

  const seek = () => {
    const id = /^#comment-(\d+)$/.exec(location.hash)?.[1];
    if (!id || document.getElementById(`comment-${id}`) || !/\/pull-requests\/\d+$/.test(pull)) return;
    const from = `${PREFIX}sought`;
    try {
      if (sessionStorage.getItem(from) === location.href) return;
      sessionStorage.setItem(from, location.href);
    } catch { return; }
    location.assign(`${pull}/overview?commentId=${id}`);
  };
  window.addEventListener("hashchange", seek);

  const start = () => {
    taken();
    seek();
    restore(document);
    suggesting(document);
    sayers(document);
    folded(document);
  };

  document.addEventListener("htmx:load", (event) => {
    restore(event.detail.elt);
    suggesting(event.detail.elt);
    sayers(event.detail.elt);
    folded(event.detail.elt);
  });
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();

  // ---- what others do meanwhile, asked for while the page is seen

  const news = document.getElementById("pull-news");
  const NEWS_EVERY = 20000;
  let known = null;
  let lost = 0;

  const tell = (words, kind, link) => {
    if (news.textContent === words + link) return;
    news.className = kind;
    news.replaceChildren(words);
    if (link) {
      const way = document.createElement("a");
      way.href = news.dataset.page;
      way.textContent = link;
      news.append(way);
    }
  };

  const askForNews = async () => {
    if (document.hidden) return;
    try {
      const since = known === null ? "" : `?since=${known}`;
      const response = await fetch(news.dataset.url + since);
      if (response.redirected || response.status === 401) {
        tell("You are signed out. ", "note warning", "Sign in again");
        return;
      }
      if (!response.ok) throw new Error(String(response.status));
      const { latest, count } = await response.json();
      known ??= latest;
      lost = 0;
      const words = count === 1 ? "Something happened here " : `${count} things happened here `;
      if (count > 0) tell(`${words}since you opened this page. `, "note", "Show it");
      else tell("", "", "");
    } catch {
      lost += 1;
      // One that fails may be a restart, or a network that comes back.
      if (lost > 1) tell("The server is not reached: this page may be out of date. ", "note warning", "Try again");
    }
  };

  if (news) {
    askForNews();
    setInterval(askForNews, NEWS_EVERY);
    document.addEventListener("visibilitychange", askForNews);
  }
})();
