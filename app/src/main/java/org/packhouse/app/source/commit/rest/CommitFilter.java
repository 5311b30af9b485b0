package org.packhouse.app.source.commit.rest;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.source.commit.LogQuery;
import org.packhouse.app.storage.content.TreePath;

/** Query parameters; {@code bytes} is a percent-encoded path, needed if that is not UTF-8. */
record CommitFilter(
    @Nullable String until,
    @Nullable String since,
    @Nullable String path,
    @Nullable String bytes,
    @Nullable Boolean followRenames,
    @Nullable String merges,
    @Nullable Boolean ignoreMissing,
    @Nullable Boolean withCounts) {

  boolean hasSince() {
    return since != null && !since.isEmpty();
  }

  TreePath treePath() {
    return treePath(path, bytes);
  }

  static TreePath treePath(@Nullable String path, @Nullable String bytes) {
    if (bytes != null) {
      return TreePath.ofUrl(bytes);
    }
    return path == null ? TreePath.ROOT : TreePath.of(path);
  }

  LogQuery.Merges parsedMerges() {
    return switch (merges == null ? "" : merges.toLowerCase(Locale.ROOT)) {
      case "", "include" -> LogQuery.Merges.INCLUDE;
      case "exclude" -> LogQuery.Merges.EXCLUDE;
      case "only" -> LogQuery.Merges.ONLY;
      default ->
          throw new InvalidFieldException(
              "merges",
              "The parameter merges must be include, exclude or only, not %s."
                  .formatted(InvalidFieldException.quote(String.valueOf(merges))));
    };
  }
}
