package org.packhouse.app.web.source;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.source.commit.Revision;
import org.packhouse.app.source.commit.Revisions;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.content.TreeEntry;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.storage.content.Trees;
import org.packhouse.app.web.Locations;
import org.packhouse.app.web.NotFoundException;
import org.packhouse.app.web.PathInUrl;
import org.packhouse.app.web.RepositoryView;
import org.packhouse.app.web.RequestedPath;
import org.packhouse.app.web.layout.Links;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Directories and files of a repository. */
@Controller
@RequestMapping({"/projects/{key}/repos/{slug}", "/users/{user}/repos/{slug}"})
record SourcePages(
    OpenRepositories repositories,
    Revisions revisions,
    Trees trees,
    RefMenus menus,
    DirectoryPage directories,
    FilePage files,
    LastCommits lastCommits) {

  @GetMapping
  String repository(
      @Requires(Permission.REPO_READ) RepositoryView view,
      @RequestParam(required = false) @Nullable String at) {
    return "redirect:"
        + PathInUrl.join(
            view.link() + "/browse", at == null || at.isEmpty() ? "" : "at=" + Links.encode(at));
  }

  @GetMapping({"/browse", "/browse/**"})
  @Nullable String browse(
      @Requires(Permission.REPO_READ) RepositoryView view,
      @RequestParam(required = false) @Nullable String at,
      @RequestParam(defaultValue = "false") String blame,
      @RequestParam(defaultValue = "0") int start,
      HttpServletRequest request,
      HttpServletResponse response,
      Model model)
      throws IOException {
    TreePath path = RequestedPath.of(request);
    model.addAttribute("tab", "source");
    FilePage.Options options =
        new FilePage.Options(
            !blame.equals("false"),
            "source".equals(request.getParameter("view")),
            Math.max(0, start),
            Objects.requireNonNullElse(request.getParameter("filter"), "").strip());
    model.addAttribute("withBlame", options.blame());
    try (OpenRepository open = repositories.open(view.repository().id())) {
      if (request.getParameter("waiting") != null && path.isRoot()) {
        return poll(open, response);
      }
      if (open.isEmpty() && path.isRoot() && (at == null || at.isEmpty())) {
        model.addAttribute("branch", open.refs().headTarget().substring("refs/heads/".length()));
        return "source/empty";
      }
      Optional<Revision> revision = revisions.resolve(open, at);
      if (revision.isEmpty() && (at == null || at.isEmpty())) {
        return "redirect:" + view.link() + "/branches?unborn";
      }
      String page =
          show(
              view,
              open,
              revision.orElseThrow(() -> NotFoundException.ofRevision(at)),
              path,
              options,
              model);
      // For a directory, the script picks the rows out of the whole page.
      return page.equals("source/file")
              && request.getHeader("HX-Request") != null
              && request.getParameter("start") != null
          ? page + " :: pieces"
          : page;
    }
  }

  // The page of an empty repository polls, and is refreshed after the first push.
  private static @Nullable String poll(OpenRepository open, HttpServletResponse response) {
    if (!open.isEmpty()) {
      response.setHeader("HX-Refresh", "true");
    }
    response.setStatus(HttpServletResponse.SC_NO_CONTENT);
    return null;
  }

  @GetMapping("/refs-menu")
  String refsMenu(
      @Requires(Permission.REPO_READ) RepositoryView view,
      @RequestParam(defaultValue = "browse") String page,
      @RequestParam(required = false) @Nullable String at,
      @RequestParam(defaultValue = "") String filter,
      HttpServletRequest request,
      Model model)
      throws IOException {
    try (OpenRepository open = repositories.open(view.repository().id())) {
      Revision revision =
          revisions.resolve(open, at).orElseThrow(() -> NotFoundException.ofRevision(at));
      RefMenus.Target target = new RefMenus.Target(page, RequestedPath.ofParameters(request));
      model.addAttribute("refMenu", menus.of(view, open, revision, target, filter.strip()));
      return "source/parts :: refList";
    }
  }

  private String show(
      RepositoryView view,
      OpenRepository open,
      Revision revision,
      TreePath path,
      FilePage.Options options,
      Model model)
      throws IOException {
    TreeEntry entry =
        trees
            .find(open, revision.commit(), path)
            .orElseThrow(() ->
                new NotFoundException(
                    "The path '%s' does not exist at '%s'."
                        .formatted(path.display(), revision.displayId())));
    Locations locations = Locations.of(view, open, revision);
    model.addAttribute("revision", revision);
    model.addAttribute("crumbs", Crumb.trail(locations, path));
    model.addAttribute("path", path);
    model.addAttribute("pathsUrl", view.link() + "/paths/" + revision.commit());
    model.addAttribute("rootUrl", locations.browse(TreePath.ROOT));
    model.addAttribute("historyUrl", locations.commits(path));
    model.addAttribute("permalink", locations.permalink(path));
    Editing.offer(view, revision, locations.isDefault(), entry, model);
    model.addAttribute(
        "refMenu", menus.of(view, open, revision, new RefMenus.Target("browse", path), ""));
    model.addAttribute("blameUrl", locations.blame(path));
    model.addAttribute("browseUrl", locations.browse(path));
    model.addAttribute("archiveUrl", locations.archive(path));
    lastCommits.show(view, open, revision.commit(), path, model);
    return entry.isDirectory()
        ? directories.show(open, entry, locations, options, model)
        : files.show(open, entry, locations, options, model);
  }
}
