package org.packhouse.app.source.changes;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jgit.lib.ObjectReader;
import org.packhouse.app.platform.cache.Caches;
import org.packhouse.app.source.commit.CommitRange;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.diff.Change;
import org.packhouse.app.storage.diff.FileChange;
import org.packhouse.app.storage.diff.Whitespace;
import org.springframework.stereotype.Component;

/**
 * Counts the lines of all files of a diff, as {@code git diff --shortstat} does. Results are
 * cached: two commits never change, and a page that shows a diff file by file asks again for each
 * part. One comparison reads a bounded number of bytes; files beyond are listed without counts.
 */
@Component
public class DiffSummaries {

  private static final long MAX_BYTES = 128L << 20;
  private static final int MAX_COUNTED_FILES = 20_000;
  private static final int MAX_REMEMBERED_FILES = 40_000;

  private final ChangeList changes;
  private final DiffDefaults defaults;
  private final Cache<Compared, DiffSummary> remembered;

  DiffSummaries(ChangeList changes, DiffDefaults defaults, Caches caches) {
    this.changes = changes;
    this.defaults = defaults;
    remembered =
        caches.build(
            "diff-summaries",
            "Changed files and lines between commits",
            Caffeine.newBuilder()
                .maximumWeight(MAX_REMEMBERED_FILES)
                .weigher((Compared _, DiffSummary summary) -> 1 + summary.files().size()));
  }

  private record Compared(CommitRange range, Whitespace whitespace) {}

  /** Returns the counted files; files that differ only in ignored white space are left out. */
  public DiffSummary read(OpenRepository repository, CommitRange range, Whitespace whitespace)
      throws IOException {
    Compared compared = new Compared(range, whitespace);
    return Caches.get(remembered, compared, () -> count(repository, compared));
  }

  private DiffSummary count(OpenRepository repository, Compared compared) throws IOException {
    DiffOptions options = defaults.shown().with(compared.whitespace());
    List<CountedChange> files = new ArrayList<>();
    try (ObjectReader reader = repository.newObjectReader()) {
      FileComparison comparison = new FileComparison(reader, options, MAX_BYTES);
      for (Change change :
          CommitDiff.split(changes.read(reader, compared.range(), PathChoice.ALL))) {
        FileChange.Body body =
            files.size() < MAX_COUNTED_FILES
                ? comparison.body(change, 0)
                : new FileChange.Omitted(FileChange.Reason.TOO_MANY);
        if (CommitDiff.isShown(change, body, options)) {
          files.add(CountedChange.of(change, body));
        }
      }
    }
    return DiffSummary.of(files);
  }

  /** Line counts of a diff, files sorted by path; truncated if some were too large. */
  public record DiffSummary(
      List<CountedChange> files, long additions, long deletions, boolean truncated) {

    static DiffSummary of(List<CountedChange> files) {
      return new DiffSummary(
          List.copyOf(files),
          files.stream().mapToLong(CountedChange::added).sum(),
          files.stream().mapToLong(CountedChange::removed).sum(),
          files.stream()
              .anyMatch(file ->
                  file.counted() == CountedChange.Counted.TOO_LARGE
                      || file.counted() == CountedChange.Counted.TOO_MANY));
    }
  }
}
