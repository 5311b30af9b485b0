package org.packhouse.app.source.changes.rest;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.source.changes.DiffOptions;
import org.packhouse.app.source.changes.PathChoice;
import org.packhouse.app.storage.content.TreePath;

/**
 * Query parameters of a diff.
 *
 * @param srcPath the old path of a renamed file
 * @param whitespace {@code ignore-all} or {@code show}
 */
public record DiffParameters(
    @Nullable Integer contextLines,
    @Nullable String srcPath,
    @Nullable Boolean autoSrcPath,
    @Nullable String whitespace) {

  private static final int MAX_CONTEXT = 100_000;

  DiffOptions apply(DiffOptions usual) {
    DiffOptions options = usual.ignoringWhitespace(ignoresWhitespace());
    return contextLines == null || contextLines < 0
        ? options
        : options.withContext(Math.min(contextLines, MAX_CONTEXT));
  }

  PathChoice paths(TreePath path) {
    TreePath source = srcPath == null || srcPath.isEmpty() ? null : TreePath.of(srcPath);
    return new PathChoice(path, source, Boolean.TRUE.equals(autoSrcPath));
  }

  private boolean ignoresWhitespace() {
    return switch (whitespace == null ? "" : whitespace) {
      case "", "show" -> false;
      case "ignore-all" -> true;
      default ->
          throw new InvalidFieldException(
              "whitespace",
              "The parameter whitespace must be ignore-all or show, not %s."
                  .formatted(InvalidFieldException.quote(String.valueOf(whitespace))));
    };
  }
}
