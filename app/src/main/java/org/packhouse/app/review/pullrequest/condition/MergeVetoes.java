package org.packhouse.app.review.pullrequest.condition;

import java.util.List;
import org.eclipse.jgit.lib.ObjectId;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.platform.refusal.VetoedException;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.hooks.Actor;
import org.packhouse.hooks.MergeCheck;
import org.packhouse.hooks.MergeCheck.Veto;
import org.packhouse.hooks.MergeChecks;
import org.packhouse.hooks.PullRequestMerge;
import org.packhouse.hooks.RepositoryId;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/** Runs all merge checks. */
@Component
public class MergeVetoes {

  private static final int MAX_SHOWN_FILES = 20;

  private final MergeChecks checks;

  @Autowired
  MergeVetoes(List<MergeCheck> checks) {
    this.checks = new MergeChecks(checks);
  }

  /** Returns the vetoes against a merge. */
  public List<Veto> of(Repository target, PullRequest pullRequest, Actor actor) {
    Long source = pullRequest.from().repositoryId();
    return checks.vetoes(
        new PullRequestMerge(
            pullRequest.number(),
            new PullRequestMerge.Side(
                new RepositoryId(source == null ? target.id() : source),
                pullRequest.from().refName(),
                ObjectId.fromString(pullRequest.from().commit())),
            new PullRequestMerge.Side(
                new RepositoryId(target.id()),
                pullRequest.to().refName(),
                ObjectId.fromString(pullRequest.to().commit())),
            actor));
  }

  public static RefusedException refusal(List<Veto> vetoes) {
    return refusal("This pull request cannot be merged: ", vetoes, false);
  }

  public static RefusedException conflict(List<String> files) {
    return refusal("", List.of(conflictVeto(files)), true);
  }

  public static Veto conflictVeto(List<String> files) {
    String shown = String.join(", ", files.subList(0, Math.min(MAX_SHOWN_FILES, files.size())));
    return new Veto(
        "Conflicts",
        "Both branches have changed the same lines of %s%s."
            .formatted(shown, files.size() > MAX_SHOWN_FILES ? " and other files" : ""));
  }

  private static RefusedException refusal(String beginning, List<Veto> vetoes, boolean conflicted) {
    return new VetoedException(
        beginning + String.join(" ", vetoes.stream().map(Veto::detail).toList()),
        conflicted,
        vetoes.stream()
            .map(veto -> new VetoedException.Veto(veto.summary(), veto.detail()))
            .toList());
  }
}
