package org.packhouse.app.source.commit;

import org.jspecify.annotations.Nullable;

/**
 * A commit, and the ref by which it was named.
 *
 * @param commit 40 hex digits
 * @param refName full name of the branch, tag or other ref; null if the commit's own id was given
 */
public record Revision(String commit, @Nullable String refName) {

  private static final String HEADS = "refs/heads/";
  private static final String TAGS = "refs/tags/";

  /** Whether a branch was named. */
  public boolean isBranch() {
    return refName != null && refName.startsWith(HEADS);
  }

  /** Whether a tag was named. */
  public boolean isTag() {
    return refName != null && refName.startsWith(TAGS);
  }

  /** What a URL's {@code at} says to name it again: the ref's full name, or the commit's id. */
  public String at() {
    return refName == null ? commit : refName;
  }

  /** The short name that people read. */
  public String displayId() {
    if (refName == null) {
      return commit.substring(0, 10);
    }
    if (isBranch()) {
      return refName.substring(HEADS.length());
    }
    return isTag() ? refName.substring(TAGS.length()) : refName;
  }
}
