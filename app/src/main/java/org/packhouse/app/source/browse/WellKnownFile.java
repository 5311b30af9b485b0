package org.packhouse.app.source.browse;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.packhouse.app.storage.content.TreeEntry;

/** Files that tell about the directory they are in, found by their names in any case. */
public enum WellKnownFile {
  /** What it is. */
  README("readme"),
  /** How to take part. */
  CONTRIBUTING("contributing"),
  /** What one may do with it. */
  LICENSE("license licence copying");

  private static final List<String> ENDINGS =
      List.of(".md", ".markdown", ".mdown", "", ".txt", ".rst", ".adoc");

  private final String stems;

  WellKnownFile(String stems) {
    this.stems = stems;
  }

  /** The first of them among the entries of a directory; what is rendered comes first. */
  public Optional<TreeEntry> in(List<TreeEntry> entries) {
    for (String stem : stems.split(" ", -1)) {
      for (String ending : ENDINGS) {
        for (TreeEntry entry : entries) {
          if (entry.isFile()
              && entry.path().name().toLowerCase(Locale.ROOT).equals(stem + ending)) {
            return Optional.of(entry);
          }
        }
      }
    }
    return Optional.empty();
  }

  /** Whether files of that name are shown rendered. */
  public static boolean isMarkdown(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return lower.endsWith(".md") || lower.endsWith(".markdown") || lower.endsWith(".mdown");
  }
}
