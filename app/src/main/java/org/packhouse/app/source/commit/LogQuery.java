package org.packhouse.app.source.commit;

import java.util.List;
import org.packhouse.app.storage.content.TreePath;

/**
 * A query for a log; ids are 40 hex digits.
 *
 * @param until the commit that the log starts at
 * @param since commits that this one reaches are left out; null: none
 * @param path only commits that changed the path; the root: all
 * @param follow whether to follow a file through renames
 */
public record LogQuery(
    String until, List<String> since, TreePath path, boolean follow, Merges merges) {

  public enum Merges {
    INCLUDE,
    EXCLUDE,
    ONLY
  }

  public static LogQuery of(String until, TreePath path) {
    return new LogQuery(until, List.of(), path, false, Merges.INCLUDE);
  }

  /** Returns the query for {@code since..until}. */
  public static LogQuery between(String since, String until) {
    return new LogQuery(until, List.of(since), TreePath.ROOT, false, Merges.INCLUDE);
  }
}
