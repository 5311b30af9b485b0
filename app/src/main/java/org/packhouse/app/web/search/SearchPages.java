package org.packhouse.app.web.search;

import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.ProjectSearch;
import org.packhouse.app.hosting.repository.RepositoryFilter;
import org.packhouse.app.hosting.repository.RepositorySearch;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.UserLists;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.rest.Open;
import org.packhouse.app.source.commit.Commit;
import org.packhouse.app.source.commit.CommitAccounts;
import org.packhouse.app.source.search.CodeSearch;
import org.packhouse.app.source.search.CommitSearch;
import org.packhouse.app.source.search.SearchQuery;
import org.packhouse.app.source.search.SearchUnavailableException;
import org.packhouse.app.web.layout.Links;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.util.StringUtils;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** The page of the search: code, commits, repositories, projects and people. */
@Controller
@Open("finds what the caller may see")
record SearchPages(
    CodeSearch code,
    CommitSearch commits,
    RepositorySearch repositories,
    ProjectSearch projects,
    UserLists people,
    CommitAccounts accounts) {

  private static final int PAGE = 20;
  private static final int MAX_NAME = 128;

  private static final List<String> KINDS =
      List.of("code", "commits", "repositories", "projects", "people");

  record Tab(String name, String url, boolean current) {}

  @GetMapping("/search")
  String search(
      Caller caller,
      @RequestParam(defaultValue = "") String q,
      @RequestParam(defaultValue = "code") String type,
      @RequestParam(defaultValue = "0") int start,
      Model model,
      HttpServletResponse response) {
    String kind = KINDS.contains(type) ? type : "code";
    String wanted = q.strip();
    model.addAttribute("section", "search");
    model.addAttribute(
        "query", wanted.substring(0, Math.min(SearchQuery.MAX_LENGTH, wanted.length())));
    model.addAttribute("type", kind);
    model.addAttribute("tabs", tabs(caller, wanted, kind));
    if (!wanted.isEmpty()) {
      try {
        find(caller, wanted, kind, new PageRequest(Math.max(0, start), PAGE), model);
      } catch (InvalidFieldException e) {
        response.setStatus(HttpServletResponse.SC_BAD_REQUEST);
        model.addAttribute("problem", e.getMessage());
      } catch (SearchUnavailableException e) {
        response.setStatus(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
        model.addAttribute("problem", e.getMessage());
      }
    }
    return "search/search";
  }

  private static List<Tab> tabs(Caller caller, String query, String kind) {
    return KINDS.stream()
        .filter(it -> !it.equals("people") || caller.user() != null)
        .map(it -> new Tab(StringUtils.capitalize(it), url(query, it, 0), it.equals(kind)))
        .toList();
  }

  private static String url(String query, String kind, int start) {
    String cut = query.substring(0, Math.min(SearchQuery.MAX_LENGTH, query.length()));
    return "/search?q="
        + Links.encode(cut)
        + (kind.equals("code") ? "" : "&type=" + kind)
        + (start == 0 ? "" : "&start=" + start);
  }

  private void find(Caller caller, String query, String kind, PageRequest page, Model model) {
    Integer next =
        switch (kind) {
          case "commits" -> {
            Page<CommitSearch.CommitHit> found =
                commits.find(caller, SearchQuery.parse(query), page);
            model.addAttribute("commits", found.values());
            List<Commit> named =
                found.values().stream().map(CommitSearch.CommitHit::commit).toList();
            model.addAttribute("accounts", accounts.of(named, caller.permissionStamp()));
            yield found.nextPageStart();
          }
          case "repositories" -> {
            RepositoryFilter filter =
                new RepositoryFilter(
                    name(query), null, null, Permission.REPO_READ, null, null, null);
            yield add("repositories", repositories.find(caller, filter, page), model);
          }
          case "projects" ->
              add(
                  "projects",
                  projects.find(caller, Permission.PROJECT_VIEW, name(query), page),
                  model);
          case "people" -> {
            List<User> rows =
                caller.user() == null
                    ? List.of()
                    : people.active(name(query), page.start(), page.oneMore());
            yield add("people", Page.ofOneMore(page, rows), model);
          }
          default -> {
            CodeSearch.Hits hits = code.find(caller, SearchQuery.parse(query), page);
            model.addAttribute("hits", hits);
            yield hits.isLast() ? null : Integer.valueOf(page.start() + PAGE);
          }
        };
    model.addAttribute("nextUrl", next == null ? null : url(query, kind, next));
    model.addAttribute(
        "previousUrl",
        page.start() > 0 ? url(query, kind, Math.max(0, page.start() - PAGE)) : null);
  }

  private static @Nullable Integer add(String name, Page<?> found, Model model) {
    model.addAttribute(name, found.values());
    return found.nextPageStart();
  }

  private static String name(String query) {
    return query.substring(0, Math.min(MAX_NAME, query.length()));
  }
}
