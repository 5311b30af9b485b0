package org.packhouse.app.web.source;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.source.branch.RefDetails;
import org.packhouse.app.source.branch.RefKind;
import org.packhouse.app.source.branch.RefLists;
import org.packhouse.app.source.commit.CommitAccounts;
import org.packhouse.app.source.commit.CommitSignatures;
import org.packhouse.app.source.commit.Revision;
import org.packhouse.app.source.commit.Revisions;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.refs.RefSnapshot;
import org.packhouse.app.web.RepositoryView;
import org.packhouse.app.web.layout.Links;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Branches and tags of a repository. */
@Controller
@RequestMapping({"/projects/{key}/repos/{slug}", "/users/{user}/repos/{slug}"})
record RefPages(
    OpenRepositories repositories,
    RefLists lists,
    RefDetails details,
    Revisions revisions,
    CommitSignatures signatures,
    CommitAccounts accounts) {

  private static final int PAGE = 50;

  /** The requested part of a list; {@code sort} is {@code name}, or else the latest come first. */
  record ListQuery(@Nullable String filter, @Nullable String sort, @Nullable Integer start) {

    String text() {
      return filter == null ? "" : filter.strip();
    }

    boolean byName() {
      return "name".equals(sort);
    }

    int from() {
      return start == null ? 0 : Math.max(0, start);
    }

    RefLists.Query toRefs(RefKind kind) {
      RefLists.Order order = byName() ? RefLists.Order.ALPHABETICAL : RefLists.Order.MODIFICATION;
      return new RefLists.Query(kind, text(), order, false);
    }

    String url(String page, boolean name, int first) {
      String url = page + "?filter=" + Links.encode(text());
      return url + (name ? "&sort=name" : "") + (first > 0 ? "&start=" + first : "");
    }
  }

  @GetMapping(path = "/{list:branches|tags}", params = "!create")
  String list(
      @Requires(Permission.REPO_READ) RepositoryView view,
      @PathVariable String list,
      ListQuery query,
      @RequestParam(required = false) @Nullable String unborn,
      @RequestHeader(name = "HX-Request", required = false) @Nullable String partial,
      Model model)
      throws IOException {
    RefKind kind = RefChangePages.kind(list);
    model.addAttribute("unborn", kind == RefKind.BRANCH && unborn != null);
    return list(view, kind, query, model) + (partial == null ? "" : " :: list");
  }

  private String list(RepositoryView view, RefKind kind, ListQuery query, Model model)
      throws IOException {
    String page = view.link() + (kind == RefKind.BRANCH ? "/branches" : "/tags");
    try (OpenRepository open = repositories.open(view.repository().id())) {
      RefSnapshot refs = open.refs();
      List<RefSnapshot.Entry> found =
          headFirst(lists.find(view.repository().id(), refs, query.toRefs(kind)), refs);
      int from = Math.min(query.from(), found.size());
      int to = Math.min(from + PAGE, found.size());
      Revision base = kind == RefKind.BRANCH ? revisions.resolve(open, null).orElse(null) : null;
      List<RefRow> rows =
          RefRow.of(
              details.of(open, kind, found.subList(from, to), base),
              refs.headTarget(),
              signatures.ofTags(open, found.subList(from, to)));
      model.addAttribute("refs", rows);
      model.addAttribute(
          "accounts", accounts.of(RefRow.commits(rows), view.caller().permissionStamp()));
      model.addAttribute("nextUrl", to < found.size() ? query.url(page, query.byName(), to) : null);
      model.addAttribute(
          "previousUrl",
          from > 0 ? query.url(page, query.byName(), Math.max(0, from - PAGE)) : null);
      model.addAttribute("found", found.size());
      model.addAttribute("branchCount", refs.in(RefKind.BRANCH.directory()).size());
      model.addAttribute("tagCount", refs.in(RefKind.TAG.directory()).size());
      model.addAttribute("baseName", base == null ? "" : base.displayId());
    }
    model.addAttribute("tab", "branches");
    model.addAttribute("kind", kind == RefKind.BRANCH ? "branches" : "tags");
    model.addAttribute("filter", query.text());
    model.addAttribute("byName", query.byName());
    model.addAttribute("byNameUrl", query.url(page, true, 0));
    model.addAttribute("latestUrl", query.url(page, false, 0));
    model.addAttribute("pageUrl", page);
    return "source/refs";
  }

  private static List<RefSnapshot.Entry> headFirst(
      List<RefSnapshot.Entry> found, RefSnapshot refs) {
    RefSnapshot.Entry head = refs.head().orElse(null);
    if (head == null || !found.contains(head)) {
      return found;
    }
    List<RefSnapshot.Entry> ordered = new ArrayList<>(found.size());
    ordered.add(head);
    for (RefSnapshot.Entry ref : found) {
      if (!ref.name().equals(head.name())) {
        ordered.add(ref);
      }
    }
    return ordered;
  }
}
