package org.packhouse.app.source.commit;

import java.util.List;
import org.packhouse.app.storage.content.TreePath;

/**
 * A query for the commits of a log; ids are 40 hex digits.
 *
 * @param until this commit and those before it
 * @param since but not these and those before them
 * @param path only commits that changed something there; the root: all
 * @param follow whether a file is followed to where it was before it was moved to {@code path}
 */
public record LogQuery(
    String until, List<String> since, TreePath path, boolean follow, Merges merges) {

  /** The treatment of merges. */
  public enum Merges {
    /** They are there like others. */
    INCLUDE,
    /** They are left out. */
    EXCLUDE,
    /** All others are left out. */
    ONLY
  }

  /** All commits from one on. */
  public static LogQuery of(String until, TreePath path) {
    return new LogQuery(until, List.of(), path, false, Merges.INCLUDE);
  }

  /** The commits that one has and another has not. */
  public static LogQuery between(String since, String until) {
    return new LogQuery(until, List.of(since), TreePath.ROOT, false, Merges.INCLUDE);
  }
}
