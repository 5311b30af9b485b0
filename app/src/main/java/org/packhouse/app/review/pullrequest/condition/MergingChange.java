package org.packhouse.app.review.pullrequest.condition;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.review.pullrequest.condition.MergeRules.Merging;

/**
 * A change of the way of merging; null fields stay as they are, and {@code usual} is the id of the
 * default strategy.
 */
public record MergingChange(
    @Nullable String usual,
    @Nullable List<Choice> strategies,
    @Nullable Integer commitSummaries,
    @Nullable Template template) {

  private static final int MAX_TEMPLATE = 8_192;

  public record Choice(@Nullable String id, boolean enabled) {}

  /** The message template; a blank part is the usual one. */
  public record Template(@Nullable String title, @Nullable String body) {}

  /** Applies the change, or refuses all that breaks a rule by the dialect's field names. */
  public Merging applyTo(Merging present) {
    InvalidFieldException.checkAll(
        () -> usual(present), () -> summaries(present), () -> title(present), () -> body(present));
    return new Merging(
        usual(present), enabled(present), summaries(present), title(present), body(present));
  }

  private MergeStrategy usual(Merging present) {
    List<MergeStrategy> enabled = enabled(present);
    MergeStrategy chosen =
        usual == null
            ? (enabled.contains(present.usual()) ? present.usual() : enabled.getFirst())
            : MergeStrategy.require(usual);
    if (!enabled.contains(chosen)) {
      throw new InvalidFieldException(
          "mergeConfig.defaultStrategy",
          "The default strategy %s must be one of those that are enabled.".formatted(chosen.id()));
    }
    return chosen;
  }

  private int summaries(Merging present) {
    int summaries = commitSummaries == null ? present.commitSummaries() : commitSummaries;
    if (summaries < 0 || summaries > MergeRules.MAX_SUMMARIES) {
      throw new InvalidFieldException(
          "mergeConfig.commitSummaries",
          "The number of commits in a message must be 0 to %d, not %d."
              .formatted(MergeRules.MAX_SUMMARIES, summaries));
    }
    return summaries;
  }

  private @Nullable String title(Merging present) {
    return template == null ? present.title() : text("title", template.title());
  }

  private @Nullable String body(Merging present) {
    return template == null ? present.body() : text("body", template.body());
  }

  private List<MergeStrategy> enabled(Merging present) {
    if (strategies == null) {
      return present.strategies();
    }
    List<MergeStrategy> enabled = new ArrayList<>();
    for (Choice strategy : strategies) {
      if (strategy.id() == null) {
        throw new InvalidFieldException("mergeConfig.strategies", "A merge strategy needs an id.");
      }
      MergeStrategy named = MergeStrategy.require(strategy.id());
      if (strategy.enabled() && !enabled.contains(named)) {
        enabled.add(named);
      }
    }
    if (enabled.isEmpty()) {
      throw new InvalidFieldException(
          "mergeConfig.strategies", "One merge strategy at least must be enabled.");
    }
    return enabled;
  }

  private static @Nullable String text(String field, @Nullable String text) {
    if (text == null || text.isBlank()) {
      return null;
    }
    if (text.length() > MAX_TEMPLATE || text.indexOf('\0') >= 0) {
      throw new InvalidFieldException(
          "mergeConfig.commitMessageTemplate." + field,
          "The %s of a message has at most %d characters, none of them NUL; this one has %d."
              .formatted(field, MAX_TEMPLATE, text.length()));
    }
    return text;
  }
}
