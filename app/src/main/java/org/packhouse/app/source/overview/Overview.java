package org.packhouse.app.source.overview;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The overview of a default branch, as it was when it was counted: some seconds after a push.
 *
 * @param commit its tip, as 40 hexadecimal digits
 * @param commits that the tip reaches
 * @param latestTag short name of the tag of the latest commit; null: there is none
 * @param languages by size, the largest first
 */
public record Overview(
    String commit, int commits, @Nullable String latestTag, List<Language> languages) {

  /** A language, and the bytes of the files that are written in it. */
  public record Language(String name, long bytes) {}
}
