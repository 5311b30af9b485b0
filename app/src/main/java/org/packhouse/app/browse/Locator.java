package org.packhouse.app.browse;

import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.auth.CurrentCaller;
import org.packhouse.app.commit.NoSuchCommitException;
import org.packhouse.app.commit.Revision;
import org.packhouse.app.commit.Revisions;
import org.packhouse.app.content.OpenRepositories;
import org.packhouse.app.content.OpenRepository;
import org.packhouse.app.content.TreeEntry;
import org.packhouse.app.content.TreePath;
import org.packhouse.app.content.Trees;
import org.packhouse.app.permission.Permission;
import org.packhouse.app.repository.Repository;
import org.packhouse.app.repository.RepositoryAccess;
import org.packhouse.app.rest.ExceptionName;
import org.packhouse.app.rest.InvalidFieldException;
import org.packhouse.app.rest.RestException;
import org.springframework.stereotype.Component;

/** Finds what REST requests name. */
@Component
class Locator {

  private final RepositoryAccess access;
  private final CurrentCaller caller;
  private final OpenRepositories repositories;
  private final Revisions revisions;
  private final Trees trees;

  Locator(
      RepositoryAccess access,
      CurrentCaller caller,
      OpenRepositories repositories,
      Revisions revisions,
      Trees trees) {
    this.access = access;
    this.caller = caller;
    this.repositories = repositories;
    this.revisions = revisions;
    this.trees = trees;
  }

  /**
   * Finds it.
   *
   * @param at as in {@link Revisions#resolve}
   * @return to be closed by the caller
   * @throws RestException if the repository, the revision or the path is not there
   */
  Located find(String projectKey, String slug, @Nullable String at, TreePath path)
      throws IOException {
    Repository repository = access.require(caller.get(), projectKey, slug, Permission.REPO_READ);
    OpenRepository open = repositories.open(repository.id());
    try {
      Revision revision =
          revisions
              .resolve(open, at)
              .orElseThrow(() -> noRevision(repository, at, open.refs().headTarget()));
      Optional<TreeEntry> entry = trees.find(open, revision.commit(), path);
      return new Located(
          repository, open, revision, entry.orElseThrow(() -> noPath(path, revision)));
    } catch (IOException | RuntimeException e) {
      open.close();
      throw e;
    }
  }

  /** Nothing is there. */
  static RestException noPath(TreePath path, Revision revision) {
    return new RestException(
        404,
        ExceptionName.NO_SUCH_PATH,
        "The path %s does not exist at revision %s."
            .formatted(
                InvalidFieldException.quote(path.display()),
                InvalidFieldException.quote(revision.at())));
  }

  private static RestException noRevision(
      Repository repository, @Nullable String at, String headTarget) {
    if (at == null || at.isEmpty()) {
      return new RestException(
          404,
          ExceptionName.NO_DEFAULT_BRANCH,
          "Repository %s has no default branch: %s has no commit."
              .formatted(repository.path(), headTarget));
    }
    return new NoSuchCommitException(repository, at);
  }
}
