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
 * A branch or tag of a list. {@code commit} is null if the ref points to none, {@code signature}
 * unless a tag is signed, and {@code divergence} if there is no base.
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
   * The distance of a branch from the default one; {@code behindX} is the left bar's start in
   * pixels.
   */
  record Bar(int behind, int ahead, int behindX, int behindWidth, int aheadWidth) {

    /** Largest width of both bars, in pixels. */
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

    /** Logarithmic: a linear scale would hide few commits beside many. */
    private static int length(int commits, double longest) {
      return commits == 0
          ? 0
          : Math.max(LEAST, (int) Math.round(Math.log1p(commits) / longest * (WIDTH / 2.0)));
    }
  }

  static List<Commit> commits(List<RefRow> rows) {
    return rows.stream().map(RefRow::commit).filter(Objects::nonNull).toList();
  }

  /** Returns rows whose bars share one scale; verdicts are by the ids of tags. */
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
