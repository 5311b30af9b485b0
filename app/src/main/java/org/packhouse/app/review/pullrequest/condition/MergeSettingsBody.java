package org.packhouse.app.review.pullrequest.condition;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.review.pullrequest.condition.MergeRules.Checks;
import org.packhouse.app.review.pullrequest.condition.MergeRules.Merging;
import org.packhouse.hooks.builtin.MergeCondition;
import tools.jackson.databind.JsonNode;

/**
 * Settings that a client sends; what is absent stays as it is.
 *
 * @param approvers an object with {@code enable} and {@code count}, by which later clients name
 *     what others call {@code requiredApprovers}
 * @param builds likewise
 * @param requiredApprovers a number, or such an object
 * @param requiredSuccessfulBuilds likewise
 */
public record MergeSettingsBody(
    @Nullable MergeConfigBody mergeConfig,
    @JsonProperty(MergeSettingsBody.APPROVERS) @Nullable JsonNode approvers,
    @JsonProperty(MergeSettingsBody.BUILDS) @Nullable JsonNode builds,
    @Nullable Boolean requiredAllApprovers,
    @Nullable Boolean requiredAllTasksComplete,
    @Nullable JsonNode requiredApprovers,
    @Nullable JsonNode requiredSuccessfulBuilds,
    @Nullable Boolean needsWork,
    @Nullable Boolean unapproveOnUpdate) {

  public static final String APPROVERS =
      "com.atlassian.bitbucket.server.bitbucket-bundled-hooks:requiredApprovers";
  public static final String BUILDS =
      "com.atlassian.bitbucket.server.bitbucket-build:requiredBuilds";

  private static final int MAX_REQUIRED = MergeCondition.MAX_REQUIRED;
  private static final int MAX_TEMPLATE = 8_192;
  private static final String DEFAULT = "DEFAULT";

  record StrategyBody(@Nullable String id, @Nullable Boolean enabled) {}

  record TemplateBody(@Nullable String title, @Nullable String body) {}

  /**
   * The way of merging.
   *
   * @param type {@code DEFAULT}: as the project's, or the server's
   */
  record MergeConfigBody(
      @Nullable StrategyBody defaultStrategy,
      @Nullable List<StrategyBody> strategies,
      @Nullable Integer commitSummaries,
      @Nullable TemplateBody commitMessageTemplate,
      @Nullable String type) {

    @Nullable Merging applyTo(Merging present) {
      if (DEFAULT.equalsIgnoreCase(type) && strategies == null && defaultStrategy == null) {
        return null;
      }
      InvalidFieldException.checkAll(
          () -> usual(present),
          () -> summaries(present),
          () -> title(present),
          () -> body(present));
      return new Merging(
          usual(present), enabled(present), summaries(present), title(present), body(present));
    }

    private MergeStrategy usual(Merging present) {
      List<MergeStrategy> enabled = enabled(present);
      MergeStrategy usual =
          defaultStrategy == null || defaultStrategy.id() == null
              ? (enabled.contains(present.usual()) ? present.usual() : enabled.getFirst())
              : MergeStrategy.require(defaultStrategy.id());
      if (!enabled.contains(usual)) {
        throw new InvalidFieldException(
            "mergeConfig.defaultStrategy",
            "The default strategy %s must be one of those that are enabled.".formatted(usual.id()));
      }
      return usual;
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
      TemplateBody template = commitMessageTemplate;
      return template == null ? present.title() : text("title", template.title());
    }

    private @Nullable String body(Merging present) {
      TemplateBody template = commitMessageTemplate;
      return template == null ? present.body() : text("body", template.body());
    }

    private List<MergeStrategy> enabled(Merging present) {
      if (strategies == null) {
        return present.strategies();
      }
      List<MergeStrategy> enabled = new ArrayList<>();
      for (StrategyBody strategy : strategies) {
        if (strategy.id() == null) {
          throw new InvalidFieldException(
              "mergeConfig.strategies", "A merge strategy needs an id.");
        }
        MergeStrategy named = MergeStrategy.require(strategy.id());
        if (!Boolean.FALSE.equals(strategy.enabled()) && !enabled.contains(named)) {
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

  /** The settings of a project. */
  public record ProjectBody(@Nullable MergeConfigBody mergeConfig) {

    public MergeRules rules(Merging present) {
      if (mergeConfig == null) {
        throw new InvalidFieldException("mergeConfig", "The field mergeConfig is required.");
      }
      return new MergeRules(mergeConfig.applyTo(present), Checks.NONE);
    }
  }

  Checks applyTo(Checks before) {
    return new Checks(
        or(requiredAllApprovers, before.allApprovers()),
        or(requiredAllTasksComplete, before.allTasks()),
        count(
            APPROVERS,
            approvers,
            count("requiredApprovers", requiredApprovers, before.approvers())),
        count(
            BUILDS,
            builds,
            count("requiredSuccessfulBuilds", requiredSuccessfulBuilds, before.builds())),
        or(needsWork, before.noNeedsWork()),
        or(unapproveOnUpdate, before.unapproveOnUpdate()));
  }

  private static boolean or(@Nullable Boolean wanted, boolean present) {
    return wanted == null ? present : wanted;
  }

  private static int count(String field, @Nullable JsonNode node, int present) {
    if (node == null || node.isNull()) {
      return present;
    }
    JsonNode count = node.isObject() ? node.path("count") : node;
    boolean off =
        node.isObject() && !node.path("enable").asBoolean(node.path("enabled").asBoolean(true));
    if (off) {
      return 0;
    }
    int value = count.asInt(-1);
    if (value < 0) {
      throw badCount(field, count.toString());
    }
    requireCount(field, value);
    return value;
  }

  /**
   * Refuses what cannot be asked for.
   *
   * @throws InvalidFieldException if the number is not allowed
   */
  static void requireCount(String field, int value) {
    if (value < 0 || value > MAX_REQUIRED) {
      throw badCount(field, Integer.toString(value));
    }
  }

  private static InvalidFieldException badCount(String field, String value) {
    return new InvalidFieldException(
        field,
        "The field %s must be a number from 0 to %d, not %s."
            .formatted(field, MAX_REQUIRED, InvalidFieldException.quote(value)));
  }
}
