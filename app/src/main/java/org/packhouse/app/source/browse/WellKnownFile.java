package org.packhouse.app.source.browse;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.content.TreeEntry;
import org.packhouse.app.storage.content.Trees;

/** Files that describe their directory, found by name, ignoring case. */
public enum WellKnownFile {
  README("readme"),
  CONTRIBUTING("contributing"),
  LICENSE("license licence copying");

  private static final List<String> ENDINGS =
      List.of(".md", ".markdown", ".mdown", "", ".txt", ".rst", ".adoc");

  private final String stems;

  WellKnownFile(String stems) {
    this.stems = stems;
  }

  private List<String> names() {
    return Arrays.stream(stems.split(" ", -1))
        .flatMap(stem -> ENDINGS.stream().map(ending -> stem + ending))
        .toList();
  }

  /** Finds the file in a directory; files that are rendered come first. */
  public Optional<TreeEntry> in(Trees trees, OpenRepository open, TreeEntry directory)
      throws IOException {
    List<String> names = names();
    return trees.first(open, directory, name -> names.indexOf(name.toLowerCase(Locale.ROOT)));
  }

  public static boolean isMarkdown(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return lower.endsWith(".md") || lower.endsWith(".markdown") || lower.endsWith(".mdown");
  }
}
