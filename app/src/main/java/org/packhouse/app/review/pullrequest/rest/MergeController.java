package org.packhouse.app.review.pullrequest.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.platform.rest.VetoView;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequestRules;
import org.packhouse.app.review.pullrequest.SourceRepositories;
import org.packhouse.app.review.pullrequest.automatic.AutoMerges;
import org.packhouse.app.review.pullrequest.condition.MergeMessages;
import org.packhouse.app.review.pullrequest.condition.MergeRuleRows;
import org.packhouse.app.review.pullrequest.condition.MergeStrategy;
import org.packhouse.app.review.pullrequest.condition.MergeVetoes;
import org.packhouse.app.review.pullrequest.merge.MergeRequest;
import org.packhouse.app.review.pullrequest.merge.PullRequestMerges;
import org.packhouse.app.review.pullrequest.merge.StrategyChecks;
import org.packhouse.app.review.pullrequest.merge.StrategyChecks.StrategyCheck;
import org.packhouse.app.review.pullrequest.rest.PullRequestBodies.VersionBody;
import org.packhouse.app.review.pullrequest.trial.TrialRows.Trial;
import org.packhouse.app.review.pullrequest.trial.Trials;
import org.packhouse.hooks.Actor;
import org.packhouse.hooks.MergeCheck.Veto;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** REST: the mergeability of a pull request, and its merge. */
@RestController
@RequestMapping(
    RestPaths.API + "/projects/{projectKey}/repos/{repositorySlug}/pull-requests/{pullRequestId}")
class MergeController {

  private final SourceRepositories sources;
  private final Merging merging;
  private final Trials trials;
  private final MergeVetoes vetoes;
  private final MergeMessages messages;
  private final MergeRuleRows rules;
  private final PullRequestViews views;

  MergeController(
      SourceRepositories sources,
      Merging merging,
      Trials trials,
      MergeVetoes vetoes,
      MergeMessages messages,
      MergeRuleRows rules,
      PullRequestViews views) {
    this.sources = sources;
    this.merging = merging;
    this.trials = trials;
    this.vetoes = vetoes;
    this.messages = messages;
    this.rules = rules;
    this.views = views;
  }

  @Component
  record Merging(PullRequestMerges now, AutoMerges later, StrategyChecks ways) {}

  /** An enabled strategy; without a reason it can merge the present tips. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record StrategyOffer(String strategyId, boolean possible, @Nullable String reason) {
    static StrategyOffer of(StrategyCheck check) {
      return new StrategyOffer(check.strategy().id(), check.isPossible(), check.obstacle());
    }
  }

  /**
   * The answer to whether a pull request can be merged.
   *
   * @param outcome of the trial merge: {@code CLEAN} or {@code CONFLICTED}
   * @param strategies the enabled ones, the default first; not tried if the branches conflict
   */
  record Mergeability(
      boolean canMerge,
      boolean conflicted,
      String outcome,
      List<VetoView> vetoes,
      List<String> conflictingFiles,
      List<StrategyOffer> strategies) {}

  @GetMapping("/merge")
  Mergeability test(
      @Requires(Permission.REPO_READ) Repository repository, Caller caller, PullRequest pullRequest)
      throws IOException {
    PullRequestRules.requireOpen(pullRequest);
    Trial trial = trials.of(repository, pullRequest);
    User user = caller.user();
    List<Veto> against =
        new ArrayList<>(
            vetoes.of(
                repository,
                pullRequest,
                new Actor(user == null ? null : user.id(), caller.name())));
    List<StrategyCheck> ways =
        trial.isClean()
            ? merging.ways().of(repository, pullRequest)
            : merging.ways().untried(repository);
    against.addAll(StrategyChecks.vetoes(ways));
    return new Mergeability(
        trial.isClean() && against.isEmpty(),
        !trial.isClean(),
        trial.isClean() ? "CLEAN" : "CONFLICTED",
        against.stream().map(veto -> new VetoView(veto.summary(), veto.detail())).toList(),
        trial.conflicts(),
        ways.stream().map(StrategyOffer::of).toList());
  }

  /**
   * A request to merge.
   *
   * @param autoSubject {@code false}: the message is used as it is
   * @param deleteSourceRef whether to delete the source branch
   * @param autoMerge whether to merge later if there are vetoes now
   */
  record Body(
      @Nullable Integer version,
      @Nullable String message,
      @Nullable String autoSubject,
      @Nullable String strategyId,
      @Nullable Boolean deleteSourceRef,
      @Nullable Boolean autoMerge) {}

  @PostMapping("/merge")
  PullRequestView merge(
      @Requires(Permission.REPO_WRITE) Repository repository,
      Caller caller,
      @RequestParam(required = false) @Nullable Integer version,
      @RequestBody(required = false) @Nullable Body body,
      PullRequest before)
      throws IOException {
    Body given = body == null ? new Body(null, null, null, null, null, null) : body;
    Integer own = given.version();
    MergeRequest request =
        new MergeRequest(
            VersionBody.of(null, own == null ? version : own),
            given.strategyId() == null ? null : MergeStrategy.require(given.strategyId()),
            given.message(),
            !"false".equalsIgnoreCase(given.autoSubject()),
            Boolean.TRUE.equals(given.deleteSourceRef()));
    if (request.deleteSource()) {
      sources.requireWriter(before, caller);
    }
    PullRequest after =
        Boolean.TRUE.equals(given.autoMerge())
            ? merging.later().merge(repository, before, request, caller)
            : merging.now().merge(repository, before, request, caller);
    return views.of(after, repository);
  }

  record MessageView(String title, String body) {}

  @GetMapping("/commit-message-suggestion")
  MessageView message(
      @Requires(Permission.REPO_READ) Repository repository, PullRequest pullRequest)
      throws IOException {
    MergeMessages.Message message =
        messages.suggest(repository, pullRequest, rules.of(repository).merging());
    return new MessageView(message.title(), message.body());
  }
}
