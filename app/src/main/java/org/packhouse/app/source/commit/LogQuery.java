package org.packhouse.app.source.commit;

import java.util.List;
import org.packhouse.app.storage.content.TreePath;

/**
 * A query for {@code since..until}; ids have 40 hex digits.
 *
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

  public static LogQuery between(String since, String until) {
    return new LogQuery(until, List.of(since), TreePath.ROOT, false, Merges.INCLUDE);
  }
}
