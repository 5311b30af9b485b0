package org.packhouse.app.source.overview;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.treewalk.TreeWalk;
import org.packhouse.app.source.highlight.Languages;
import org.packhouse.app.source.overview.Overview.Language;

/** Sums up the sizes of a tree's files by language, without vendored directories. */
final class LanguageCount {

  private static final int MAX_FILES = 200_000;
  private static final int MAX_DEPTH = 200;
  private static final int KEPT = 12;

  private LanguageCount() {}

  static List<Language> of(ObjectReader reader, ObjectId tree) throws IOException {
    Map<String, Long> bytes = new HashMap<>();
    try (TreeWalk walk = new TreeWalk(reader)) {
      walk.addTree(tree);
      int files = 0;
      while (walk.next() && files < MAX_FILES && !Thread.currentThread().isInterrupted()) {
        if (walk.isSubtree()) {
          if (walk.getDepth() < MAX_DEPTH && !Languages.isForeign(walk.getNameString())) {
            walk.enterSubtree();
          }
        } else if (FileMode.REGULAR_FILE.equals(walk.getRawMode(0))
            || FileMode.EXECUTABLE_FILE.equals(walk.getRawMode(0))) {
          files++;
          Optional<String> language = Languages.of(walk.getNameString());
          if (language.isPresent()) {
            long size = reader.getObjectSize(walk.getObjectId(0), Constants.OBJ_BLOB);
            bytes.merge(language.get(), size, Long::sum);
          }
        }
      }
    }
    return bytes.entrySet().stream()
        .filter(it -> it.getValue() > 0)
        .sorted(
            Map.Entry.<String, Long>comparingByValue()
                .reversed()
                .thenComparing(Map.Entry.comparingByKey()))
        .limit(KEPT)
        .map(it -> new Language(it.getKey(), it.getValue()))
        .toList();
  }
}
