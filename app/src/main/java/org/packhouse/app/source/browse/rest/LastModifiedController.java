package org.packhouse.app.source.browse.rest;

import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.source.browse.lastchange.LastChanges;
import org.packhouse.app.source.commit.Commit;
import org.packhouse.app.source.commit.CommitLog;
import org.packhouse.app.source.commit.rest.CommitView;
import org.packhouse.app.source.commit.rest.CommitViews;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.content.TreeEntry;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.storage.content.Trees;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** REST: the last changes of a directory's entries. */
@RestController
@RequestMapping(RestPaths.API + "/projects/{projectKey}/repos/{slug}/last-modified")
class LastModifiedController {

  /** Commits visited if the index has no answer; entries with older changes are left out. */
  private static final int MAX_COMMITS = 100_000;

  private final Locator locator;
  private final Trees trees;
  private final LastChanges changes;
  private final CommitLog log;
  private final CommitViews views;

  LastModifiedController(
      Locator locator, Trees trees, LastChanges changes, CommitLog log, CommitViews views) {
    this.locator = locator;
    this.trees = trees;
    this.changes = changes;
    this.log = log;
    this.views = views;
  }

  /** Last changes by the names of the entries, and that of the directory. */
  record LastModified(Map<String, CommitView> files, @Nullable CommitView latestCommit) {}

  @GetMapping({"", "/{*path}"})
  LastModified lastModified(
      @Requires(Permission.REPO_READ) Repository repository,
      @RequestParam(required = false) @Nullable String at,
      TreePath path)
      throws IOException {
    try (BrowseTarget located = locator.find(repository, at, path)) {
      String commit = located.revision().commit();
      TreeEntry entry = located.entry();
      boolean isDirectory = entry.isDirectory();
      TreePath directory = isDirectory ? path : path.parent();
      List<TreeEntry> entries = isDirectory ? names(located.open(), entry) : List.of(entry);
      List<TreePath> paths = entries.stream().map(TreeEntry::path).toList();
      Map<TreePath, String> found =
          changes.find(located.open(), commit, directory, paths, MAX_COMMITS).commits();
      Optional<String> latest = changes.latest(located.open(), commit, path, MAX_COMMITS);
      return view(located, entries, found, latest.orElse(null));
    }
  }

  /** Returns paths relative to the directory: full ones of 100,000 entries may be long. */
  private List<TreeEntry> names(OpenRepository open, TreeEntry directory) throws IOException {
    TreeEntry here = new TreeEntry(TreePath.ROOT, directory.kind(), directory.id());
    return trees.list(open, here, 0, Integer.MAX_VALUE).entries();
  }

  private LastModified view(
      BrowseTarget located,
      List<TreeEntry> entries,
      Map<TreePath, String> found,
      @Nullable String latest)
      throws IOException {
    Set<String> ids = new LinkedHashSet<>(found.values());
    if (latest != null) {
      ids.add(latest);
    }
    Map<String, Commit> commits = log.readAll(located.open(), ids);
    Map<String, CommitView> shown = new HashMap<>();
    views.of(List.copyOf(commits.values())).forEach(commit -> shown.put(commit.id(), commit));
    Map<String, CommitView> files = new LinkedHashMap<>();
    for (TreeEntry entry : entries) {
      CommitView commit = shown.get(found.getOrDefault(entry.path(), ""));
      if (commit != null) {
        files.put(entry.path().name(), commit);
      }
    }
    return new LastModified(files, latest == null ? null : shown.get(latest));
  }
}
