package org.packhouse.app.source.browse;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.eclipse.jgit.blame.BlameGenerator;
import org.eclipse.jgit.diff.DiffAlgorithm;
import org.eclipse.jgit.diff.EditList;
import org.eclipse.jgit.diff.RawText;
import org.eclipse.jgit.diff.RawTextComparator;
import org.eclipse.jgit.diff.RenameDetector;
import org.eclipse.jgit.diff.Sequence;
import org.eclipse.jgit.diff.SequenceComparator;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.packhouse.app.platform.cache.Caches;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.InvalidRequestException;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.content.TreeEntry;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.storage.diff.LineEdits;
import org.springframework.stereotype.Component;

/** Finds the commit that wrote each line, following renames as {@code git blame} does. */
@Component
public class Blame {

  public static final int MAX_SIZE = 2 << 20;

  private static final int SIMILARITY = 50;
  private static final int MAX_RENAMES = 1000;
  private static final long MAX_LINES = 20_000_000;
  private static final int REMEMBERED_SPANS = 200_000;

  private final Cache<Question, List<BlamedLines>> known;

  Blame(Caches caches) {
    known =
        caches.build(
            "blames",
            "Commits that wrote the lines of files",
            Caffeine.newBuilder()
                .maximumWeight(REMEMBERED_SPANS)
                .weigher((Question question, List<BlamedLines> lines) -> lines.size() + 10));
  }

  private record Question(long repositoryId, String commit, TreePath path) {}

  /** Refusal: the file is too large, or its history too long. */
  public static final class TooMuchException extends InvalidRequestException {
    private static final long serialVersionUID = 1L;

    TooMuchException(TreePath path, String reason) {
      super(
          "The lines of %s cannot be traced to their commits: %s."
              .formatted(InvalidFieldException.quote(path.display()), reason));
    }
  }

  /** Returns all lines of a file of the commit, in order and without gaps. */
  public List<BlamedLines> of(OpenRepository open, String commit, TreeEntry file)
      throws IOException {
    Question question = new Question(open.id(), commit, file.path());
    return Caches.get(
        known,
        question,
        () -> {
          check(open, file);
          return trace(open, commit, file.path());
        });
  }

  private static void check(OpenRepository open, TreeEntry file) throws IOException {
    TreePath path = file.path();
    try (ObjectReader reader = open.newObjectReader()) {
      long size = reader.getObjectSize(ObjectId.fromString(file.id()), Constants.OBJ_BLOB);
      if (size > MAX_SIZE) {
        throw new TooMuchException(
            path, "it is %d bytes long, and at most %d are looked at".formatted(size, MAX_SIZE));
      }
    }
  }

  private static List<BlamedLines> trace(OpenRepository open, String commit, TreePath path)
      throws IOException {
    List<BlamedLines> lines = new ArrayList<>();
    try (BlameGenerator blame =
        new BlameGenerator(new BlameRepository(open, path), LatinTree.name(path))) {
      blame.setDiffAlgorithm(new Comparing(path));
      RenameDetector renames = blame.getRenameDetector();
      if (renames != null) {
        renames.setRenameScore(SIMILARITY);
        renames.setRenameLimit(MAX_RENAMES);
      }
      blame.push(null, ObjectId.fromString(commit));
      while (blame.next()) {
        lines.add(
            new BlamedLines(
                blame.getSourceCommit().name(),
                LatinTree.path(blame.getSourcePath()).display(),
                blame.getResultStart() + 1,
                blame.getRegionLength()));
      }
    }
    lines.sort(Comparator.comparingInt(BlamedLines::line));
    return joined(lines);
  }

  private static List<BlamedLines> joined(List<BlamedLines> lines) {
    List<BlamedLines> joined = new ArrayList<>();
    for (BlamedLines next : lines) {
      BlamedLines last = joined.isEmpty() ? null : joined.getLast();
      if (last != null
          && last.commit().equals(next.commit())
          && last.path().equals(next.path())
          && last.line() + last.count() == next.line()) {
        joined.set(
            joined.size() - 1,
            new BlamedLines(last.commit(), last.path(), last.line(), last.count() + next.count()));
      } else {
        joined.add(next);
      }
    }
    return List.copyOf(joined);
  }

  /** Compares versions as git does, within limits. */
  private static final class Comparing extends DiffAlgorithm {
    private final TreePath path;
    private long compared;

    Comparing(TreePath path) {
      this.path = path;
    }

    @Override
    public <S extends Sequence> EditList diff(
        SequenceComparator<? super S> comparator, S before, S after) {
      compared += before.size() + after.size();
      if (compared > MAX_LINES) {
        throw new TooMuchException(path, "it has too many versions");
      }
      return LineEdits.shortest(
          (RawText) (Sequence) before, (RawText) (Sequence) after, RawTextComparator.DEFAULT);
    }

    @Override
    public <S extends Sequence> EditList diffNonCommon(
        SequenceComparator<? super S> comparator, S before, S after) {
      return diff(comparator, before, after);
    }
  }
}
