package org.packhouse.app.source.overview;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The overview of a default branch, counted some seconds after a push; largest language first. */
public record Overview(
    String commit, int commits, @Nullable String latestTag, List<Language> languages) {

  public record Language(String name, long bytes) {}
}
