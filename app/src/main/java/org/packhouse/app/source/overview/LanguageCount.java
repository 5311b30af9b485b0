package org.packhouse.app.source.overview;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.treewalk.EmptyTreeIterator;
import org.eclipse.jgit.treewalk.TreeWalk;
import org.eclipse.jgit.treewalk.filter.TreeFilter;
import org.packhouse.app.source.highlight.Languages;
import org.packhouse.app.source.overview.CountLimits.ExceededException;
import org.packhouse.app.source.overview.Overview.Language;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.hooks.HistoryWalk;

/**
 * Sums up the sizes of a tree's files by language, without vendored directories. Only what differs
 * from the tree of an earlier overview is read.
 */
final class LanguageCount {

  private static final int MAX_DEPTH = 200;
  private static final int BEFORE = 0;
  private static final int NOW = 1;

  private final ObjectReader reader;
  private final CountLimits limits;
  private final Map<String, Long> bytes = new HashMap<>();

  private LanguageCount(ObjectReader reader, CountLimits limits) {
    this.reader = reader;
    this.limits = limits;
  }

  static List<Language> of(
      ObjectReader reader, ObjectId tip, Optional<Overview> before, CountLimits limits)
      throws IOException, ExceededException {
    if (before.isPresent()) {
      try {
        return new LanguageCount(reader, limits).since(before.get(), tip);
      } catch (MissingObjectException e) {
        // Objects of the earlier tip were pruned after a forced push.
      }
    }
    LanguageCount count = new LanguageCount(reader, limits);
    try (TreeWalk walk = new TreeWalk(reader)) {
      walk.addTree(new EmptyTreeIterator());
      walk.addTree(count.tree(tip));
      return count.sum(walk);
    }
  }

  private List<Language> since(Overview before, ObjectId tip)
      throws IOException, ExceededException {
    if (before.tip().equals(tip)) {
      return before.languages();
    }
    before.languages().forEach(language -> bytes.put(language.name(), language.bytes()));
    try (TreeWalk walk = new TreeWalk(reader)) {
      walk.addTree(tree(before.tip()));
      walk.addTree(tree(tip));
      walk.setFilter(TreeFilter.ANY_DIFF);
      return sum(walk);
    }
  }

  private ObjectId tree(ObjectId commit) throws IOException {
    return OpenRepository.parseKnown(new HistoryWalk(reader), commit).getTree();
  }

  private List<Language> sum(TreeWalk walk) throws IOException, ExceededException {
    int entries = 0;
    while (walk.next()) {
      CountLimits.require(++entries, limits.entries());
      if (walk.isSubtree()) {
        if (walk.getDepth() < MAX_DEPTH && !Languages.isForeign(walk.getNameString())) {
          walk.enterSubtree();
        }
      }
      add(walk, BEFORE, -1);
      add(walk, NOW, 1);
    }
    return bytes.entrySet().stream()
        .filter(it -> it.getValue() > 0)
        .sorted(
            Map.Entry.<String, Long>comparingByValue()
                .reversed()
                .thenComparing(Map.Entry.comparingByKey()))
        .map(it -> new Language(it.getKey(), it.getValue()))
        .toList();
  }

  /** Adds the size of the file in one of the trees, times {@code sign}. */
  private void add(TreeWalk walk, int tree, int sign) throws IOException {
    int mode = walk.getRawMode(tree);
    if (FileMode.REGULAR_FILE.equals(mode) || FileMode.EXECUTABLE_FILE.equals(mode)) {
      Optional<String> language = Languages.of(walk.getNameString());
      if (language.isPresent()) {
        long size = reader.getObjectSize(walk.getObjectId(tree), Constants.OBJ_BLOB);
        bytes.merge(language.get(), sign * size, Long::sum);
      }
    }
  }
}
