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
 * A repository opened for one request, at one version of its refs. The guard wraps readers to keep
 * large objects out of memory.
 */
public record OpenRepository(
    long id, Repository git, RefSnapshot refs, UnaryOperator<ObjectReader> guard)
    implements AutoCloseable {

  /** For a repository whose objects are known to be small. */
  public OpenRepository(long id, Repository git, RefSnapshot refs) {
    this(id, git, refs, UnaryOperator.identity());
  }

  public ObjectReader newObjectReader() {
    return guard.apply(git.newObjectReader());
  }

  public HistoryWalk newHistoryWalk() {
    return new HistoryWalk(newObjectReader()) {
      @Override
      public void close() {
        getObjectReader().close();
      }
    };
  }

  /** Parses a branch tip, a parent or a commit of a walk, without a check for large delta bases. */
  public static RevCommit parseKnown(RevWalk walk, AnyObjectId commit) throws IOException {
    RevCommit known = walk.lookupCommit(commit);
    walk.parseHeaders(known);
    return known;
  }

  /** Returns whether there are no branches and tags. */
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
