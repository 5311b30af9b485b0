package org.packhouse.app.source.merge;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectLoader;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.treewalk.TreeWalk;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.source.merge.Conflicts.ConflictedFile.Hunk;
import org.packhouse.app.source.merge.Conflicts.ConflictedFile.State;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.process.GitFailedException;
import org.packhouse.hooks.HistoryWalk;
import org.packhouse.hooks.text.TextEncoding;
import org.springframework.stereotype.Component;

/** Reads the conflicting hunks of a merge from native git's conflict markers. */
@Component
public class Conflicts {

  private static final int MAX_FILES = 50;
  private static final int MAX_BYTES = 1 << 19;
  private static final int MAX_HUNKS = 20;
  private static final int MAX_LINES = 100;
  private static final int CONTEXT = 3;

  /** Candidates that are compared to find a marker that may also be a line of the file. */
  private static final int MAX_COMPARED = 3_000;

  private static final int MAX_TRIED = 8;

  private static final String OURS = "<<<<<<< ";
  private static final String MIDDLE = "=======";
  private static final String THEIRS = ">>>>>>> ";

  private final MergeTree trees;
  private final OpenRepositories repositories;

  Conflicts(MergeTree trees, OpenRepositories repositories) {
    this.trees = trees;
    this.repositories = repositories;
  }

  /** The conflicted files in git's order; {@code left} more are not shown. */
  public record Found(List<ConflictedFile> files, int left) {

    static final Found NOTHING = new Found(List.of(), 0);
  }

  /** Returns the conflicts of a merge; none if git refuses to try it. */
  public Found of(MergePlace place, ObjectId ours, ObjectId theirs) throws IOException {
    MergeTree.Merged merged;
    try {
      merged = trees.merge(place, ours, theirs);
    } catch (GitFailedException e) {
      return Found.NOTHING;
    }
    List<String> paths = merged.conflicts();
    List<ConflictedFile> files = new ArrayList<>();
    try (OpenRepository known = repositories.open(place.repositoryId());
        ObjectReader pushed = known.newObjectReader();
        Repository repository = place.quarantine().open();
        HistoryWalk walk = new HistoryWalk(repository)) {
      Sides sides =
          new Sides(
              walk.getObjectReader(),
              pushed,
              merged.tree(),
              walk.parseCommit(ours).getTree(),
              walk.parseCommit(theirs).getTree(),
              ours.name(),
              theirs.name());
      for (String path : paths.subList(0, Math.min(MAX_FILES, paths.size()))) {
        files.add(sides.file(path));
      }
    }
    return new Found(files, paths.size() - files.size());
  }

  /** The trees of both sides; {@code pushed} reads deltas of up to half a gigabyte. */
  private record Sides(
      ObjectReader reader,
      ObjectReader pushed,
      ObjectId merged,
      ObjectId ours,
      ObjectId theirs,
      String ourName,
      String theirName) {

    private ConflictedFile file(String path) throws IOException {
      ObjectId marked = blob(path, merged);
      ObjectId mine = blob(path, ours);
      ObjectId other = blob(path, theirs);
      boolean isOurs = mine != null;
      boolean isTheirs = other != null;
      String text = text(marked);
      if (isOurs && isTheirs && text == null) {
        return without(path, marked == null ? State.OTHER : State.NOT_SHOWN);
      }
      Marks marks = new Marks(OURS + ourName, THEIRS + theirName, lines(mine), lines(other));
      if (text != null) {
        text.lines().forEach(marks::read);
      }
      if (!marks.hunks.isEmpty()) {
        return new ConflictedFile(path, State.LINES, marks.hunks, marks.left);
      }
      if (isOurs == isTheirs) {
        return without(path, State.OTHER);
      }
      return without(path, isOurs ? State.DELETED_BY_THEM : State.DELETED_BY_US);
    }

    private static ConflictedFile without(String path, State state) {
      return new ConflictedFile(path, state, List.of(), 0);
    }

    private @Nullable ObjectId blob(String path, ObjectId tree) throws IOException {
      try (TreeWalk walk = TreeWalk.forPath(reader, path, tree)) {
        boolean isFile =
            walk != null && (walk.getRawMode(0) & FileMode.TYPE_MASK) == FileMode.TYPE_FILE;
        return isFile ? walk.getObjectId(0) : null;
      }
    }

    private List<String> lines(@Nullable ObjectId id) throws IOException {
      String text = text(id);
      return text == null ? List.of() : text.lines().toList();
    }

    /** Returns the text of a blob; null: missing, binary or too large. */
    private @Nullable String text(@Nullable ObjectId id) throws IOException {
      if (id == null) {
        return null;
      }
      ObjectLoader loader = (pushed.has(id) ? pushed : reader).open(id);
      if (loader.getSize() > MAX_BYTES) {
        return null;
      }
      byte[] bytes = loader.getCachedBytes(MAX_BYTES);
      // UTF-16 is binary to git merge: there are no markers.
      return TextEncoding.isBinary(bytes) ? null : TextEncoding.decode(bytes).orElse(null);
    }
  }

  /**
   * Parses conflict markers. Git writes the names of both commits behind the first and the last
   * marker; the middle marker may also be a line of the file, so each side's lines are looked up in
   * that side's version.
   */
  private static final class Marks {

    private final String begin;
    private final String end;
    private final List<String> ours;
    private final List<String> theirs;
    private final List<Hunk> hunks = new ArrayList<>();
    private final Deque<String> before = new ArrayDeque<>();
    private @Nullable List<String> marked;
    private int left;

    Marks(String begin, String end, List<String> ours, List<String> theirs) {
      this.begin = begin;
      this.end = end;
      this.ours = ours;
      this.theirs = theirs;
    }

    void read(String text) {
      if (marked != null) {
        if (text.startsWith(end)) {
          close(marked);
        } else {
          marked.add(text);
        }
      } else if (text.startsWith(begin)) {
        marked = new ArrayList<>();
      } else {
        before.addLast(text);
        if (before.size() > CONTEXT) {
          before.removeFirst();
        }
      }
    }

    private void close(List<String> lines) {
      int middle = middle(lines);
      List<String> mine = lines.subList(0, middle);
      List<String> other = lines.subList(Math.min(middle + 1, lines.size()), lines.size());
      if (hunks.size() < MAX_HUNKS) {
        boolean isCut = mine.size() > MAX_LINES || other.size() > MAX_LINES;
        hunks.add(new Hunk(List.copyOf(before), some(mine), some(other), isCut));
      } else {
        left++;
      }
      before.clear();
      marked = null;
    }

    private int middle(List<String> lines) {
      List<Integer> possible =
          IntStream.range(0, lines.size())
              .filter(i -> lines.get(i).equals(MIDDLE))
              .boxed()
              .toList();
      boolean isShort = ours.size() + theirs.size() + lines.size() <= MAX_COMPARED;
      return possible.stream()
          .filter(_ -> possible.size() > 1 && isShort)
          .limit(MAX_TRIED)
          .filter(i -> Collections.indexOfSubList(ours, lines.subList(0, i)) >= 0)
          .filter(i -> Collections.indexOfSubList(theirs, lines.subList(i + 1, lines.size())) >= 0)
          .findFirst()
          .orElse(possible.isEmpty() ? lines.size() : possible.getFirst());
    }

    private static List<String> some(List<String> lines) {
      return List.copyOf(lines.subList(0, Math.min(MAX_LINES, lines.size())));
    }
  }

  /** A file with conflicts; without hunks the state says why, {@code left} more are not shown. */
  public record ConflictedFile(String path, State state, List<Hunk> hunks, int left) {

    public enum State {
      LINES,
      /** Our side has deleted or renamed a file that the other side has changed. */
      DELETED_BY_US,
      /** The other side has deleted or renamed a file that ours has changed. */
      DELETED_BY_THEM,
      /** Both sides have changed a file that is binary or too large to be shown. */
      NOT_SHOWN,
      /** The sides have made different kinds of entries, such as a file and a link. */
      OTHER
    }

    /** A conflicting hunk, behind the last common lines before it; long sides are cut. */
    public record Hunk(
        List<String> before, List<String> ours, List<String> theirs, boolean isCut) {}
  }
}
