package org.packhouse.app.web.source.commit;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.source.commit.CommitLog;
import org.packhouse.app.source.commit.CommitPage;
import org.packhouse.app.source.commit.LogQuery;
import org.packhouse.app.source.commit.Revision;
import org.packhouse.app.source.commit.Revisions;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.storage.content.Trees;
import org.packhouse.app.web.Locations;
import org.packhouse.app.web.NotFoundException;
import org.packhouse.app.web.PathInUrl;
import org.packhouse.app.web.RepositoryView;
import org.packhouse.app.web.RequestedPath;
import org.packhouse.app.web.layout.Links;
import org.packhouse.app.web.source.Crumb;
import org.packhouse.app.web.source.RefMenus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** The history of a repository. */
@Controller
@RequestMapping({"/projects/{key}/repos/{slug}", "/users/{user}/repos/{slug}"})
record CommitPages(
    OpenRepositories repositories,
    Revisions revisions,
    CommitLog log,
    Trees trees,
    RefMenus menus,
    CommitLists lists) {

  private static final int PAGE = 50;

  @GetMapping("/commits")
  String commits(
      @Requires(Permission.REPO_READ) RepositoryView view,
      @RequestParam(required = false) @Nullable String at,
      @RequestParam(required = false) @Nullable String until,
      @RequestParam(defaultValue = "0") int start,
      @RequestHeader(name = "HX-Request", required = false) @Nullable String partial,
      HttpServletRequest request,
      Model model)
      throws IOException {
    model.addAttribute("tab", "commits");
    String wanted = at == null ? until : at;
    TreePath treePath = RequestedPath.ofParameters(request);
    try (OpenRepository open = repositories.open(view.repository().id())) {
      Optional<Revision> found = revisions.resolve(open, wanted);
      if (found.isEmpty() && (wanted == null || wanted.isEmpty())) {
        return "redirect:" + view.link() + "/browse";
      }
      Revision revision = found.orElseThrow(() -> NotFoundException.ofRevision(wanted));
      CommitPage page = log.page(open, query(open, revision, treePath), Math.max(0, start), PAGE);
      Locations locations = Locations.of(view, open, revision);
      model.addAttribute("revision", revision);
      model.addAttribute("path", treePath);
      model.addAttribute("compareUrl", compare(view, open, revision));
      model.addAttribute("crumbs", Crumb.trail(locations, treePath));
      lists.show(view, open, page.commits(), model);
      model.addAttribute("nextUrl", page.hasMore() ? next(view, revision, treePath, page) : null);
      model.addAttribute(
          "refMenu", menus.of(view, open, revision, new RefMenus.Target("commits", treePath), ""));
    }
    return partial == null ? "source/commits" : "source/commits :: list";
  }

  /** Follows a file beyond its renames. */
  private LogQuery query(OpenRepository open, Revision revision, TreePath path) throws IOException {
    boolean follow =
        !path.isRoot()
            && trees
                .find(open, revision.commit(), path)
                .filter(entry -> !entry.isDirectory())
                .isPresent();
    return new LogQuery(revision.commit(), List.of(), path, follow, LogQuery.Merges.INCLUDE);
  }

  private static String compare(RepositoryView view, OpenRepository open, Revision revision) {
    boolean isDefault = open.refs().headTarget().equals(revision.refName());
    return PathInUrl.join(
        view.link() + "/compare/diff",
        isDefault ? "" : "sourceBranch=" + Links.encode(revision.at()));
  }

  private static String next(
      RepositoryView view, Revision revision, TreePath path, CommitPage page) {
    return PathInUrl.join(
        view.link() + "/commits",
        "at=" + Links.encode(revision.at()),
        PathInUrl.parameter(path),
        "start=" + page.nextStart());
  }
}
