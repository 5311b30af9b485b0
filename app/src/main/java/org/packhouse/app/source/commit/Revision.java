package org.packhouse.app.source.commit;

import org.jspecify.annotations.Nullable;

/** A commit and the ref by which it was named; null if its id was given. */
public record Revision(String commit, @Nullable String refName) {

  private static final String HEADS = "refs/heads/";
  private static final String TAGS = "refs/tags/";

  public boolean isBranch() {
    return refName != null && refName.startsWith(HEADS);
  }

  public boolean isTag() {
    return refName != null && refName.startsWith(TAGS);
  }

  /** Returns the {@code at} of URLs: the full ref name, or the commit's id. */
  public String at() {
    return refName == null ? commit : refName;
  }

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
