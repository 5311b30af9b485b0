package org.packhouse.app.source.overview;

import java.io.IOException;
import java.util.Optional;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.hooks.HistoryWalk;

/** Counts commits, starting from the count of an earlier tip if possible. */
final class CommitCount {

  private CommitCount() {}

  static int of(OpenRepository open, ObjectId tip, Optional<Overview> before) throws IOException {
    if (before.isPresent()) {
      ObjectId known = ObjectId.fromString(before.get().commit());
      if (known.equals(tip)) {
        return before.get().commits();
      }
      if (isBehind(open, known, tip)) {
        return before.get().commits() + count(open, tip, known);
      }
    }
    return count(open, tip, null);
  }

  private static boolean isBehind(OpenRepository open, ObjectId known, ObjectId tip)
      throws IOException {
    try (HistoryWalk walk = open.newHistoryWalk()) {
      return walk.isMergedInto(
          OpenRepository.parseKnown(walk, known), OpenRepository.parseKnown(walk, tip));
    } catch (MissingObjectException e) {
      return false;
    }
  }

  private static int count(OpenRepository open, ObjectId tip, @Nullable ObjectId without)
      throws IOException {
    try (HistoryWalk walk = open.newHistoryWalk()) {
      walk.markStart(OpenRepository.parseKnown(walk, tip));
      if (without != null) {
        walk.markUninteresting(OpenRepository.parseKnown(walk, without));
      }
      int count = 0;
      while (walk.next() != null && !Thread.currentThread().isInterrupted()) {
        count++;
      }
      return count;
    }
  }
}
