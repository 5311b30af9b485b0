package org.packhouse.app.web.source;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.source.commit.Revision;
import org.packhouse.app.source.commit.Revisions;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.storage.content.Trees;
import org.packhouse.app.web.NotFoundException;
import org.packhouse.app.web.RepositoryView;
import org.springframework.http.CacheControl;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;

/**
 * Serves the paths of a commit's first 50,000 files, except those that are not text, for the file
 * finder, which searches them in the browser.
 */
@Controller
@RequestMapping({"/projects/{key}/repos/{slug}", "/users/{user}/repos/{slug}"})
record PathListPages(OpenRepositories repositories, Revisions revisions, Trees trees) {

  private static final int MAX_PATHS = 50_000;
  private static final CacheControl FOR_A_DAY =
      CacheControl.maxAge(Duration.ofDays(1)).cachePrivate().immutable();

  /** A commit never changes, so browsers may cache its paths. */
  @GetMapping("/paths/{commit:[0-9a-f]{40}}")
  ResponseEntity<List<String>> paths(
      @Requires(Permission.REPO_READ) RepositoryView view, @PathVariable String commit)
      throws IOException {
    try (OpenRepository open = repositories.open(view.repository().id())) {
      Revision revision =
          revisions.resolve(open, commit).orElseThrow(() -> NotFoundException.ofRevision(commit));
      var root =
          trees
              .find(open, revision.commit(), TreePath.ROOT)
              .orElseThrow(() -> new NotFoundException("The commit has no tree."));
      List<String> paths =
          trees.files(open, root, 0, MAX_PATHS).stream()
              .filter(TreePath::isText)
              .map(TreePath::display)
              .toList();
      return ResponseEntity.ok().cacheControl(FOR_A_DAY).body(paths);
    }
  }
}
