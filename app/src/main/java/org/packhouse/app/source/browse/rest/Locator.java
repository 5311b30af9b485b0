package org.packhouse.app.source.browse.rest;

import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.platform.refusal.Thing;
import org.packhouse.app.source.commit.NoSuchCommitException;
import org.packhouse.app.source.commit.Revision;
import org.packhouse.app.source.commit.Revisions;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.content.TreeEntry;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.storage.content.Trees;
import org.springframework.stereotype.Component;

/** Resolves the revision and path of REST requests. */
@Component
class Locator {

  private final OpenRepositories repositories;
  private final Revisions revisions;
  private final Trees trees;

  Locator(OpenRepositories repositories, Revisions revisions, Trees trees) {
    this.repositories = repositories;
    this.revisions = revisions;
    this.trees = trees;
  }

  /** Resolves a target; the caller closes it. */
  BrowseTarget find(Repository repository, @Nullable String at, TreePath path) throws IOException {
    OpenRepository open = repositories.open(repository.id());
    try {
      Revision revision =
          revisions
              .resolve(open, at)
              .orElseThrow(() -> noRevision(repository, at, open.refs().headTarget()));
      Optional<TreeEntry> entry = trees.find(open, revision.commit(), path);
      return new BrowseTarget(
          repository, open, revision, entry.orElseThrow(() -> noPath(path, revision)));
    } catch (IOException | RuntimeException e) {
      open.close();
      throw e;
    }
  }

  static RefusedException noPath(TreePath path, Revision revision) {
    return new NoSuchException(
        Thing.PATH,
        "The path %s does not exist at revision %s."
            .formatted(
                InvalidFieldException.quote(path.display()),
                InvalidFieldException.quote(revision.at())));
  }

  private static RefusedException noRevision(
      Repository repository, @Nullable String at, String headTarget) {
    if (at == null || at.isEmpty()) {
      return new NoSuchException(
          Thing.DEFAULT_BRANCH,
          "Repository %s has no default branch: %s has no commit."
              .formatted(repository.path(), headTarget));
    }
    return new NoSuchCommitException(repository, at);
  }
}
