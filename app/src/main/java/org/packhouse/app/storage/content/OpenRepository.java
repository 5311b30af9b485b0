package org.packhouse.app.storage.content;

import java.io.IOException;
import java.util.function.UnaryOperator;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevWalk;
import org.packhouse.app.storage.refs.RefSnapshot;
import org.packhouse.hooks.HistoryWalk;

/**
 * A repository opened for one request: its objects, and its refs at one version.
 *
 * @param id the repository's id
 * @param git for reading objects; refs are read from {@code refs}
 * @param guard puts before a reader what keeps it from holding too much in memory
 */
public record OpenRepository(
    long id, Repository git, RefSnapshot refs, UnaryOperator<ObjectReader> guard)
    implements AutoCloseable {

  /** One whose objects are known to be small. */
  public OpenRepository(long id, Repository git, RefSnapshot refs) {
    this(id, git, refs, UnaryOperator.identity());
  }

  /** Reads its objects; to be closed by the caller. */
  public ObjectReader newObjectReader() {
    return guard.apply(git.newObjectReader());
  }

  /** Walks over its commits; to be closed by the caller. */
  public HistoryWalk newHistoryWalk() {
    return new HistoryWalk(newObjectReader()) {
      @Override
      public void close() {
        getObjectReader().close();
      }
    };
  }

  /**
   * Parses what is known to be a commit: the tip of a branch, a parent, what a walk has returned.
   * How it is stored need not be looked at, as it must for what may be a file.
   *
   * @throws IOException if it is not there, is no commit, or cannot be read
   */
  public static RevCommit parseKnown(RevWalk walk, AnyObjectId commit) throws IOException {
    RevCommit known = walk.lookupCommit(commit);
    walk.parseHeaders(known);
    return known;
  }

  /** Whether nothing was ever pushed, or every branch and tag is gone again. */
  public boolean isEmpty() {
    return refs.refs().stream()
        .noneMatch(
            ref -> ref.name().startsWith("refs/heads/") || ref.name().startsWith("refs/tags/"));
  }

  @Override
  public void close() {
    git.close();
  }
}
