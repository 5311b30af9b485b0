package org.packhouse.hooks;

import java.io.IOException;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevWalk;

/**
 * A walk over commits and tags that keeps no more of them than their headers say. A pack of some
 * hundred kilobytes brings hundreds of messages of a megabyte each, so whoever shows one reads it
 * by itself, by {@link #readCommit} or {@link #parseBody}, and gives it back by {@link
 * RevCommit#disposeBody}.
 *
 * <p>The headers have a bound too. A commit may name thousands of parents, and as a delta of the
 * one before it takes some bytes of a pack: a walk ends with {@link HistoryTooWideException} where
 * its commits have named more parents than a part of the heap holds. A commit-graph file is no way
 * around that.
 */
public class HistoryWalk extends RevWalk {

  /** A parent is a reference of four bytes; so a sixteenth of the heap at most. */
  private static final long MAX_PARENTS = Runtime.getRuntime().maxMemory() / 64;

  private final long maxParents;
  private long parents;

  /** Walks over a repository; what it reads with is closed with it. */
  public HistoryWalk(Repository repository) {
    this(repository, MAX_PARENTS);
  }

  /**
   * Walks over a repository within a bound.
   *
   * @param maxParents the number of parents that the commits of the walk may name in all
   */
  @SuppressWarnings("this-escape") // The setter of the walk below hands nothing on.
  protected HistoryWalk(Repository repository, long maxParents) {
    super(repository);
    this.maxParents = maxParents;
    super.setRetainBody(false);
  }

  /** Walks over what a reader reads, which its owner closes. */
  @SuppressWarnings("this-escape")
  public HistoryWalk(ObjectReader reader) {
    super(reader);
    maxParents = MAX_PARENTS;
    super.setRetainBody(false);
  }

  /**
   * Finds or makes the commit of an id, which JGit asks for each parent of a commit that it parses.
   *
   * @throws HistoryTooWideException if commits have named too many parents
   */
  @Override
  public RevCommit lookupCommit(AnyObjectId id) {
    count();
    return super.lookupCommit(id);
  }

  /** As {@link #lookupCommit(AnyObjectId)}, for parents that the commit-graph names. */
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

  /**
   * Reads a commit with its body: author, committer, message.
   *
   * @throws IOException if it is not there, is no commit, or cannot be read
   */
  public final RevCommit readCommit(AnyObjectId id) throws IOException {
    RevCommit commit = parseCommit(id);
    parseBody(commit);
    return commit;
  }
}
