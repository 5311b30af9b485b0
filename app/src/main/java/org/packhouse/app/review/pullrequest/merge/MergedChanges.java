package org.packhouse.app.review.pullrequest.merge;

import java.io.IOException;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.PersonIdent;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.platform.refusal.Conflict;
import org.packhouse.app.platform.refusal.ConflictException;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.review.pullrequest.BranchCommits;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequest.Branch;
import org.packhouse.app.review.pullrequest.PullRequestRules;
import org.packhouse.app.review.pullrequest.PullRequestState;
import org.packhouse.app.source.branch.Branches;
import org.packhouse.app.source.branch.RefKind;
import org.packhouse.app.source.commit.CallerIdents;
import org.packhouse.app.source.commit.Commit;
import org.packhouse.app.source.merge.CherryPicks;
import org.packhouse.app.source.merge.CherryPicks.Difference;
import org.packhouse.app.source.merge.MergeOutcome;
import org.packhouse.app.source.merge.MergePlace;
import org.packhouse.app.source.merge.MergePlaces;
import org.packhouse.app.source.merge.Merges.Signed;
import org.packhouse.app.storage.content.OpenRepositories;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.refs.RefNameRules;
import org.springframework.stereotype.Service;

/**
 * Reverts or cherry-picks the change of a merged pull request by one commit on a new branch, from
 * which a pull request can be opened. Checks no permission to read the repository.
 */
@Service
public class MergedChanges {

  private final BranchCommits commits;
  private final Branches branches;
  private final OpenRepositories repositories;
  private final MergePlaces places;
  private final CherryPicks picks;
  private final CallerIdents idents;

  MergedChanges(
      BranchCommits commits,
      Branches branches,
      OpenRepositories repositories,
      MergePlaces places,
      CherryPicks picks,
      CallerIdents idents) {
    this.commits = commits;
    this.branches = branches;
    this.repositories = repositories;
    this.places = places;
    this.picks = picks;
    this.idents = idents;
  }

  public enum Operation {
    REVERT("revert"),
    CHERRY_PICK("cherry-pick");

    private final String word;

    Operation(String word) {
      this.word = word;
    }

    public String word() {
      return word;
    }
  }

  /** A request to revert or cherry-pick; a blank message is the one that git writes. */
  public record Request(
      Operation operation,
      @Nullable String onto,
      @Nullable String name,
      @Nullable String message) {}

  /** The full names of a new branch and of the branch that it starts from. */
  public record MadeBranch(String made, String onto) {}

  public String proposedName(Repository repository, PullRequest pullRequest, Operation operation)
      throws IOException {
    String numbered = operation.word() + "-" + pullRequest.number();
    String named = numbered + "-" + pullRequest.from().displayId();
    boolean fits = RefNameRules.problem(RefKind.BRANCH.fullName(named + "-100")) == null;
    return branches.freeName(repository, fits ? named : numbered);
  }

  /**
   * Makes the commit and the branch.
   *
   * @throws InvalidFieldException if {@code name} breaks a rule or is taken, there is no branch
   *     {@code onto}, or {@code message} is too long
   * @throws RefusedException if the pull request is not merged, its commits are gone, the commit
   *     would change nothing, or a check vetoes the branch
   * @throws ConflictingChangesException if the change conflicts with {@code onto}
   */
  public MadeBranch make(
      Repository repository, PullRequest pullRequest, Request request, Caller caller)
      throws IOException {
    PullRequestRules.user(caller);
    if (pullRequest.state() != PullRequestState.MERGED) {
      throw PullRequestRules.illegalState(
          "This pull request is not merged: there is nothing to %s."
              .formatted(request.operation().word()));
    }
    PullRequestMerges.checkMessage(request.message());
    String refName = branches.newName(repository, request.name());
    Branch onto = onto(repository, request.onto());
    ObjectId tip = ObjectId.fromString(onto.commit());
    try (MergePlace place = places.open(repository.id(), caller.name())) {
      MergeOutcome outcome;
      try (OpenRepository open = repositories.open(repository.id())) {
        MergedChange change = MergedChange.of(open, pullRequest);
        outcome = apply(place, change, request, tip, idents.of(caller));
      }
      ObjectId made = made(outcome);
      if (made.equals(tip)) {
        throw nothing(request.operation(), onto);
      }
      branches.create(repository, refName, made, place.quarantine(), caller);
      return new MadeBranch(refName, onto.refName());
    }
  }

  private Branch onto(Repository repository, @Nullable String name) throws IOException {
    if (name == null || name.isBlank()) {
      throw new InvalidFieldException("onto", "Name the branch that shall get the changes.");
    }
    try {
      return commits.branch(repository, PullRequestRules.fullName("onto", name.strip()));
    } catch (RefusedException e) {
      InvalidFieldException invalid = new InvalidFieldException("onto", e.sentence());
      invalid.initCause(e);
      throw invalid;
    }
  }

  private MergeOutcome apply(
      MergePlace place, MergedChange change, Request request, ObjectId tip, PersonIdent caller)
      throws IOException {
    ObjectId before = change.before().getId();
    ObjectId after = change.after().getId();
    PersonIdent author = change.author();
    return switch (request.operation()) {
      case REVERT -> {
        Signed by = new Signed(caller, caller, message(request, change.revertMessage()));
        yield picks.apply(place, new Difference(after, before), tip, by);
      }
      case CHERRY_PICK -> {
        String message = message(request, change.pickMessage());
        Signed by = new Signed(author == null ? caller : author, caller, message);
        yield picks.apply(place, new Difference(before, after), tip, by);
      }
    };
  }

  private static String message(Request request, String usual) {
    String own = request.message();
    return own == null || own.isBlank() ? usual : Commit.typed(own.strip()) + "\n";
  }

  private static ObjectId made(MergeOutcome outcome) {
    return switch (outcome) {
      case MergeOutcome.Made it -> it.tip();
      case MergeOutcome.Conflicting it -> throw new ConflictingChangesException(it.files());
      case MergeOutcome.Impossible it ->
          throw conflict("The commit cannot be made: %s.".formatted(it.reason()));
    };
  }

  private static RefusedException nothing(Operation operation, Branch onto) {
    return conflict(
        switch (operation) {
          case REVERT ->
              "There is nothing to revert: %s has none of the changes any more."
                  .formatted(onto.displayId());
          case CHERRY_PICK ->
              "There is nothing to cherry-pick: %s has all of the changes."
                  .formatted(onto.displayId());
        });
  }

  private static RefusedException conflict(String message) {
    return new ConflictException(Conflict.INTEGRITY, message);
  }
}
