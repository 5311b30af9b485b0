package org.packhouse.app.source.commit;

import org.jspecify.annotations.Nullable;

/**
 * A commit and the ref by which it was named.
 *
 * @param commit 40 hex digits
 * @param refName full name; null if the commit's id was given
 */
public record Revision(String commit, @Nullable String refName) {

  private static final String HEADS = "refs/heads/";
  private static final String TAGS = "refs/tags/";

  public boolean isBranch() {
    return refName != null && refName.startsWith(HEADS);
  }

  public boolean isTag() {
    return refName != null && refName.startsWith(TAGS);
  }

  /**
   * Returns the value of {@code at} in URLs that name this revision: the full ref name, or the
   * commit's id.
   */
  public String at() {
    return refName == null ? commit : refName;
  }

  /** Returns the short ref name, or the abbreviated id. */
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
