package org.packhouse.app.web.source;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.source.commit.Revisions;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.web.NotFoundException;
import org.packhouse.app.web.PathInUrl;
import org.packhouse.app.web.RepositoryView;
import org.packhouse.app.web.RequestedPath;
import org.packhouse.app.web.diff.DiffPages;
import org.packhouse.app.web.layout.Links;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Redirects of Bitbucket's addresses of a file's diff. */
@Controller
@RequestMapping({"/projects/{key}/repos/{slug}", "/users/{user}/repos/{slug}"})
record FormerDiffAddresses(OpenRepositories repositories, Revisions revisions) {

  /** Redirects to the commit or the comparison, at the file; without commits to the file itself. */
  @GetMapping("/diff/**")
  String diff(
      @Requires(Permission.REPO_READ) RepositoryView view,
      @RequestParam(required = false) @Nullable String since,
      @RequestParam(required = false) @Nullable String until,
      @RequestParam(required = false) @Nullable String at,
      HttpServletRequest request)
      throws IOException {
    TreePath path = RequestedPath.of(request);
    String wanted = until == null ? at : until;
    if (wanted == null) {
      return "redirect:" + PathInUrl.of(view.link() + "/browse", path);
    }
    String anchor = path.isRoot() ? "" : "#" + DiffPages.anchor(path);
    return since == null || since.isEmpty()
        ? "redirect:" + view.link() + "/commits/" + Links.encode(commit(view, wanted)) + anchor
        : "redirect:"
            + PathInUrl.join(
                view.link() + "/compare/diff",
                "sourceBranch=" + Links.encode(wanted),
                "targetBranch=" + Links.encode(since))
            + anchor;
  }

  // A name with slashes cannot be a segment of the address: the id replaces it.
  private String commit(RepositoryView view, String name) throws IOException {
    if (name.indexOf('/') < 0) {
      return name;
    }
    try (OpenRepository open = repositories.open(view.repository().id())) {
      return revisions
          .resolve(open, name)
          .orElseThrow(() -> NotFoundException.ofRevision(name))
          .commit();
    }
  }
}
