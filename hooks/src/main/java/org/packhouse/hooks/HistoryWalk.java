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
 */
public class HistoryWalk extends RevWalk {

  /** Walks over a repository; what it reads with is closed with it. */
  @SuppressWarnings("this-escape") // The setter of the walk below hands nothing on.
  public HistoryWalk(Repository repository) {
    super(repository);
    super.setRetainBody(false);
  }

  /** Walks over what a reader reads, which its owner closes. */
  @SuppressWarnings("this-escape")
  public HistoryWalk(ObjectReader reader) {
    super(reader);
    super.setRetainBody(false);
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
