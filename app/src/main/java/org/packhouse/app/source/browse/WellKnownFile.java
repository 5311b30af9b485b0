package org.packhouse.app.source.browse;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.content.TreeEntry;
import org.packhouse.app.storage.content.Trees;

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

  /** Best first. */
  private List<String> names() {
    return Arrays.stream(stems.split(" ", -1))
        .flatMap(stem -> ENDINGS.stream().map(ending -> stem + ending))
        .toList();
  }

  /**
   * The first of them in a directory; what is rendered comes first.
   *
   * @throws IOException if the tree cannot be read
   */
  public Optional<TreeEntry> in(Trees trees, OpenRepository open, TreeEntry directory)
      throws IOException {
    List<String> names = names();
    return trees.first(open, directory, name -> names.indexOf(name.toLowerCase(Locale.ROOT)));
  }

  /** Whether files of that name are shown rendered. */
  public static boolean isMarkdown(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return lower.endsWith(".md") || lower.endsWith(".markdown") || lower.endsWith(".mdown");
  }
}
