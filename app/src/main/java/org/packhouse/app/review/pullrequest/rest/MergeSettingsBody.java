package org.packhouse.app.review.pullrequest.rest;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.review.pullrequest.condition.MergeRules.Checks;
import org.packhouse.app.review.pullrequest.condition.MergeRules.Merging;
import org.packhouse.app.review.pullrequest.condition.MergingChange;
import tools.jackson.databind.JsonNode;

/**
 * Pull request settings in a request; absent fields stay as they are. Numbers are plain, or objects
 * with {@code enable} and {@code count}, which later clients send under {@code approvers} and
 * {@code builds}.
 */
record MergeSettingsBody(
    @Nullable MergeConfigBody mergeConfig,
    @JsonProperty(MergeSettingsBody.APPROVERS) @Nullable JsonNode approvers,
    @JsonProperty(MergeSettingsBody.BUILDS) @Nullable JsonNode builds,
    @Nullable Boolean requiredAllApprovers,
    @Nullable Boolean requiredAllTasksComplete,
    @Nullable JsonNode requiredApprovers,
    @Nullable JsonNode requiredSuccessfulBuilds,
    @Nullable Boolean needsWork,
    @Nullable Boolean unapproveOnUpdate) {

  static final String APPROVERS =
      "com.atlassian.bitbucket.server.bitbucket-bundled-hooks:requiredApprovers";
  static final String BUILDS = "com.atlassian.bitbucket.server.bitbucket-build:requiredBuilds";

  private static final String DEFAULT = "DEFAULT";

  record StrategyBody(@Nullable String id, @Nullable Boolean enabled) {

    MergingChange.Choice choice() {
      return new MergingChange.Choice(id, !Boolean.FALSE.equals(enabled));
    }
  }

  record TemplateBody(@Nullable String title, @Nullable String body) {

    MergingChange.Template template() {
      return new MergingChange.Template(title, body);
    }
  }

  /** The way of merging; the type {@code DEFAULT} alone inherits. */
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
      return new MergingChange(
              defaultStrategy == null ? null : defaultStrategy.id(),
              strategies == null ? null : strategies.stream().map(StrategyBody::choice).toList(),
              commitSummaries,
              commitMessageTemplate == null ? null : commitMessageTemplate.template())
          .applyTo(present);
    }
  }

  record ProjectBody(@Nullable MergeConfigBody mergeConfig) {

    @Nullable Merging applyTo(Merging present) {
      if (mergeConfig == null) {
        throw new InvalidFieldException("mergeConfig", "The field mergeConfig is required.");
      }
      return mergeConfig.applyTo(present);
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
      throw Checks.badCount(field, count.toString());
    }
    Checks.requireCount(field, value);
    return value;
  }
}
