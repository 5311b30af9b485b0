package org.packhouse.app.source.overview;

import java.util.List;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;

/** Commits, latest tag and languages of a default branch; the language with most bytes is first. */
public record Overview(
    String commit, int commits, @Nullable String latestTag, List<Language> languages) {

  public record Language(String name, long bytes) {}

  ObjectId tip() {
    return ObjectId.fromString(commit);
  }
}
