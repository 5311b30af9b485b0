package org.packhouse.app.review.pullrequest.diff;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.eclipse.jgit.errors.IncorrectObjectTypeException;
import org.eclipse.jgit.errors.MissingObjectException;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.review.pullrequest.BranchCommits;
import org.packhouse.app.review.pullrequest.Participant;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequests;
import org.packhouse.app.source.commit.Commit;
import org.packhouse.app.source.commit.CommitLog;
import org.packhouse.app.source.commit.CommitRange;
import org.packhouse.app.source.commit.NoSuchCommitException;
import org.packhouse.app.source.commit.Revisions;
import org.packhouse.app.storage.content.OpenRepository;
import org.springframework.stereotype.Component;

/**
 * Finds which two commits of a pull request are compared. Besides what branches reach, these may be
 * commits that it once had, which its refs and those that keep commits hold.
 */
@Component
public class PullRequestRanges {

  private static final List<String> SCOPES = List.of("ALL", "RANGE", "UNREVIEWED");
  private static final List<String> TYPES = List.of("EFFECTIVE", "RANGE", "COMMIT");

  private final EffectiveDiff effective;
  private final CommitLog log;
  private final Revisions revisions;
  private final PullRequests pullRequests;
  private final PullRequestHistory history;

  PullRequestRanges(
      EffectiveDiff effective,
      CommitLog log,
      Revisions revisions,
      PullRequests pullRequests,
      PullRequestHistory history) {
    this.effective = effective;
    this.log = log;
    this.revisions = revisions;
    this.pullRequests = pullRequests;
    this.history = history;
  }

  /** What the pull request changes. */
  public CommitRange effective(OpenRepository open, PullRequest pullRequest) throws IOException {
    return effective.of(open, pullRequest);
  }

  /**
   * The commits that are compared.
   *
   * @throws NoSuchCommitException if one is none of the pull request's
   */
  public CommitRange of(
      OpenRepository open,
      Repository repository,
      PullRequest pullRequest,
      DiffSelection compared,
      @Nullable Caller caller)
      throws IOException {
    String scope = choice("changeScope", compared.changeScope(), SCOPES);
    String type = choice("diffType", compared.diffType(), TYPES);
    String until =
        blank(compared.untilId())
            ? pullRequest.from().commit()
            : find(open, repository, pullRequest, String.valueOf(compared.untilId()));
    if (type.equals("COMMIT")) {
      Commit commit = log.readListed(open, until);
      return blank(compared.sinceId())
          ? CommitRange.of(commit)
          : new CommitRange(
              find(open, repository, pullRequest, String.valueOf(compared.sinceId())), until);
    }
    if (!blank(compared.sinceId())) {
      return new CommitRange(
          find(open, repository, pullRequest, String.valueOf(compared.sinceId())), until);
    }
    String reviewed = scope.equals("UNREVIEWED") ? reviewed(pullRequest, caller) : null;
    if (reviewed != null) {
      return new CommitRange(reviewed, until);
    }
    return new CommitRange(
        effective.base(open, pullRequest.to().commit(), until).orElse(null), until);
  }

  private @Nullable String reviewed(PullRequest pullRequest, @Nullable Caller caller) {
    User user = caller == null ? null : caller.user();
    if (user == null) {
      return null;
    }
    for (Participant one : pullRequests.participants(pullRequest)) {
      if (one.userId() == user.id()) {
        return one.lastReviewedCommit();
      }
    }
    return null;
  }

  private String find(
      OpenRepository open, Repository repository, PullRequest pullRequest, String id)
      throws IOException {
    var found = revisions.resolve(open, id);
    if (found.isPresent()) {
      return found.get().commit();
    }
    if (id.matches("[0-9a-f]{40}") && belongs(open, pullRequest, id)) {
      return id;
    }
    throw new NoSuchCommitException(repository, id);
  }

  private boolean belongs(OpenRepository open, PullRequest pullRequest, String id)
      throws IOException {
    try {
      return BranchCommits.reaches(open, pullRequest.from().commit(), id)
          || history.hasHad(open, pullRequest, id);
    } catch (MissingObjectException | IncorrectObjectTypeException e) {
      return false;
    }
  }

  private static String choice(String field, @Nullable String value, List<String> allowed) {
    String chosen =
        blank(value) ? allowed.getFirst() : String.valueOf(value).toUpperCase(Locale.ROOT);
    if (!allowed.contains(chosen)) {
      throw new InvalidFieldException(
          field,
          "The parameter %s must be one of %s, not %s."
              .formatted(
                  field,
                  String.join(", ", allowed),
                  InvalidFieldException.quote(String.valueOf(value))));
    }
    return chosen;
  }

  private static boolean blank(@Nullable String text) {
    return text == null || text.isBlank();
  }
}
