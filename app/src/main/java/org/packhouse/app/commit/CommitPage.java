package org.packhouse.app.commit;

import java.util.List;

/**
 * A part of a log.
 *
 * @param start how many newer commits were left out
 * @param hasMore whether older ones follow
 */
public record CommitPage(List<Commit> commits, int start, boolean hasMore) {

  /** Where the next part begins. */
  public int nextStart() {
    return start + commits.size();
  }
}
