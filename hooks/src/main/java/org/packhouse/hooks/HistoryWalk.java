package org.packhouse.hooks;

import java.io.IOException;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevWalk;

/**
 * A walk that keeps only headers of commits and tags. A pack of some hundred kilobytes may contain
 * hundreds of messages of a megabyte, so bodies are read singly, by {@link #readCommit} or {@link
 * #parseBody}, and released by {@link RevCommit#disposeBody}.
 *
 * <p>Parents are bounded too: a commit may name thousands, and as a delta takes a few bytes of a
 * pack. The walk ends with {@link HistoryTooWideException}, also with a commit-graph file.
 */
public class HistoryWalk extends RevWalk {

  /** A sixteenth of the heap at most, with four bytes per parent. */
  private static final long MAX_PARENTS = Runtime.getRuntime().maxMemory() / 64;

  private final long maxParents;
  private long parents;

  public HistoryWalk(Repository repository) {
    this(repository, MAX_PARENTS);
  }

  @SuppressWarnings("this-escape") // The superclass's setter does not leak this.
  protected HistoryWalk(Repository repository, long maxParents) {
    super(repository);
    this.maxParents = maxParents;
    super.setRetainBody(false);
  }

  /** The reader's owner closes it. */
  @SuppressWarnings("this-escape")
  public HistoryWalk(ObjectReader reader) {
    super(reader);
    maxParents = MAX_PARENTS;
    super.setRetainBody(false);
  }

  /**
   * Called by JGit for each parent of a commit that it parses.
   *
   * @throws HistoryTooWideException if there are too many parents
   */
  @Override
  public RevCommit lookupCommit(AnyObjectId id) {
    count();
    return super.lookupCommit(id);
  }

  /** As {@link #lookupCommit(AnyObjectId)}, for parents in the commit-graph. */
  @Override
  protected RevCommit lookupCommit(AnyObjectId id, int graphPosition) {
    count();
    return super.lookupCommit(id, graphPosition);
  }

  private void count() {
    if (++parents > maxParents) {
      throw new HistoryTooWideException(maxParents);
    }
  }

  /** Reads a commit with author, committer and message. */
  public final RevCommit readCommit(AnyObjectId id) throws IOException {
    RevCommit commit = parseCommit(id);
    parseBody(commit);
    return commit;
  }
}
