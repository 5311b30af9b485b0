package org.packhouse.app.web.source;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.source.branch.DetailedRef;
import org.packhouse.app.source.branch.Divergence;
import org.packhouse.app.source.commit.Commit;
import org.packhouse.hooks.builtin.SignatureVerdict;

/**
 * A branch or a tag in a list.
 *
 * @param refName full name
 * @param name short name
 * @param commit null if it names something that is no commit
 * @param message what an annotated tag says; null if there is nothing
 * @param signature null if it is no tag that is signed
 * @param divergence null if there is nothing to compare it with
 */
record RefRow(
    String refName,
    String name,
    boolean isDefault,
    @Nullable Commit commit,
    @Nullable String message,
    @Nullable SignatureVerdict signature,
    @Nullable Bar divergence) {

  /**
   * The distance of a branch from the default one, as numbers and as lengths of bars.
   *
   * @param behindX where the left bar begins, in pixels of {@value #WIDTH}
   */
  record Bar(int behind, int ahead, int behindX, int behindWidth, int aheadWidth) {

    /** How wide both bars are together at most. */
    static final int WIDTH = 120;

    private static final int LEAST = 3;

    static Bar of(Divergence divergence, double longest) {
      int behind = length(divergence.behind(), longest);
      return new Bar(
          divergence.behind(),
          divergence.ahead(),
          WIDTH / 2 - behind,
          behind,
          length(divergence.ahead(), longest));
    }

    /** A tenth as many commits are half as long, not a tenth: else the few could not be seen. */
    private static int length(int commits, double longest) {
      return commits == 0
          ? 0
          : Math.max(LEAST, (int) Math.round(Math.log1p(commits) / longest * (WIDTH / 2.0)));
    }
  }

  /** The commits that rows name. */
  static List<Commit> commits(List<RefRow> rows) {
    return rows.stream().map(RefRow::commit).filter(Objects::nonNull).toList();
  }

  /** Rows whose bars have one scale; verdicts are by the ids of tags. */
  static List<RefRow> of(
      List<DetailedRef> refs, String head, Map<String, SignatureVerdict> verdicts) {
    double longest =
        refs.stream()
            .map(DetailedRef::divergence)
            .filter(it -> it != null)
            .mapToDouble(it -> Math.log1p(Math.max(it.ahead(), it.behind())))
            .max()
            .orElse(0);
    return refs.stream()
        .map(ref ->
            new RefRow(
                ref.ref().name(),
                ref.name(),
                ref.ref().name().equals(head),
                ref.commit(),
                ref.message(),
                verdicts.get(ref.ref().hash()),
                ref.divergence() == null ? null : Bar.of(ref.divergence(), longest)))
        .toList();
  }
}
