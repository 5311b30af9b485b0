package org.packhouse.app.web.source;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.commit.NamedCommit;
import org.packhouse.app.commit.NamedCommits;
import org.packhouse.app.commit.NamedCommits.Kind;
import org.packhouse.app.content.OpenRepositories;
import org.packhouse.app.content.OpenRepository;
import org.packhouse.app.web.Links;
import org.packhouse.app.web.RepositoryView;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;

/** The branches and the tags of a repository. */
@Controller
class RefPages {

  private static final int PAGE = 50;

  private final OpenRepositories repositories;
  private final NamedCommits names;

  RefPages(OpenRepositories repositories, NamedCommits names) {
    this.repositories = repositories;
    this.names = names;
  }

  @GetMapping({"/projects/{key}/repos/{slug}/branches", "/users/{user}/repos/{slug}/branches"})
  String branches(
      RepositoryView view,
      @RequestParam(defaultValue = "") String filter,
      @RequestParam(defaultValue = "0") int start,
      @RequestParam(required = false) @Nullable String unborn,
      @RequestHeader(name = "HX-Request", required = false) @Nullable String partial,
      Model model)
      throws IOException {
    model.addAttribute("unborn", unborn != null);
    return list(view, Kind.BRANCH, filter.strip(), start, model)
        + (partial == null ? "" : " :: list");
  }

  @GetMapping({"/projects/{key}/repos/{slug}/tags", "/users/{user}/repos/{slug}/tags"})
  String tags(
      RepositoryView view,
      @RequestParam(defaultValue = "") String filter,
      @RequestParam(defaultValue = "0") int start,
      @RequestHeader(name = "HX-Request", required = false) @Nullable String partial,
      Model model)
      throws IOException {
    model.addAttribute("unborn", false);
    return list(view, Kind.TAG, filter.strip(), start, model) + (partial == null ? "" : " :: list");
  }

  private String list(RepositoryView view, Kind kind, String filter, int start, Model model)
      throws IOException {
    int from = Math.max(0, start);
    String page = view.link() + (kind == Kind.BRANCH ? "/branches" : "/tags");
    try (OpenRepository open = repositories.open(view.repository().id())) {
      List<NamedCommit> found = names.page(open, kind, filter, from, PAGE + 1);
      String query = "?filter=" + Links.encode(filter) + "&start=";
      model.addAttribute("refs", found.subList(0, Math.min(PAGE, found.size())));
      model.addAttribute("nextUrl", found.size() > PAGE ? page + query + (from + PAGE) : null);
      model.addAttribute("previousUrl", from > 0 ? page + query + Math.max(0, from - PAGE) : null);
      model.addAttribute("head", open.refs().headTarget());
      model.addAttribute("branchCount", names.count(open, Kind.BRANCH));
      model.addAttribute("tagCount", names.count(open, Kind.TAG));
    }
    model.addAttribute("tab", "branches");
    model.addAttribute("kind", kind == Kind.BRANCH ? "branches" : "tags");
    model.addAttribute("filter", filter);
    model.addAttribute("pageUrl", page);
    return "source/refs";
  }
}
