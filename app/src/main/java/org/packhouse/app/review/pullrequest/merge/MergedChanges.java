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
import org.packhouse.app.platform.refusal.NotPermittedException;
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
import org.springframework.stereotype.Component;
import org.springframework.stereotype.Service;

/**
 * Takes the change of a merged pull request back, or brings it to another branch: by one commit on
 * a new branch, of which a pull request can be opened. Asks no permission to the repository.
 */
@Service
public class MergedChanges {

  private final BranchCommits commits;
  private final Branches branches;
  private final OpenRepositories repositories;
  private final Making making;

  MergedChanges(
      BranchCommits commits, Branches branches, OpenRepositories repositories, Making making) {
    this.commits = commits;
    this.branches = branches;
    this.repositories = repositories;
    this.making = making;
  }

  /** A way to make commits. */
  @Component
  record Making(MergePlaces places, CherryPicks picks, CallerIdents idents) {}

  /** Something to be done with a change. */
  public enum Way {
    /** It is taken back. */
    REVERT("revert"),
    /** It is brought to another branch. */
    CHERRY_PICK("cherry-pick");

    private final String word;

    Way(String word) {
      this.word = word;
    }

    /** The git command that does it. */
    public String word() {
      return word;
    }
  }

  /**
   * The wish of somebody.
   *
   * @param onto the branch on which the commit is made, by full or short name
   * @param name of the new branch
   * @param message of the commit; null or blank: as git words it
   */
  public record Wanted(
      Way way, @Nullable String onto, @Nullable String name, @Nullable String message) {}

  /**
   * Two branches, from which a pull request can go to the other.
   *
   * @param made full name of the new one
   * @param onto full name of the one that it starts from
   */
  public record MadeBranch(String made, String onto) {}

  /** A name for the new branch that no other has. */
  public String proposedName(Repository repository, PullRequest pullRequest, Way way)
      throws IOException {
    String numbered = way.word() + "-" + pullRequest.number();
    String named = numbered + "-" + pullRequest.from().displayId();
    boolean fits = RefNameRules.problem(RefKind.BRANCH.fullName(named + "-100")) == null;
    return branches.freeName(repository, fits ? named : numbered);
  }

  /**
   * Makes the commit and the branch.
   *
   * @throws InvalidFieldException if the new branch's {@code name} breaks a rule or is taken, or
   *     there is no branch {@code onto}, or the {@code message} is too long
   * @throws RefusedException if the pull request is not merged, its commits are gone, nothing is to
   *     be done, or a check refuses the branch
   * @throws ConflictingChangesException if the branch has changed the same lines
   * @throws NotPermittedException if the caller is no user
   */
  public MadeBranch make(
      Repository repository, PullRequest pullRequest, Wanted wanted, Caller caller)
      throws IOException {
    PullRequestRules.user(caller);
    if (pullRequest.state() != PullRequestState.MERGED) {
      throw PullRequestRules.illegalState(
          "This pull request is not merged: there is nothing to %s."
              .formatted(wanted.way().word()));
    }
    PullRequestMerges.checkMessage(wanted.message());
    String refName = branches.newName(repository, wanted.name());
    Branch onto = onto(repository, wanted.onto());
    ObjectId tip = ObjectId.fromString(onto.commit());
    try (MergePlace place = making.places().open(repository.id(), caller.name())) {
      MergeOutcome outcome;
      try (OpenRepository open = repositories.open(repository.id())) {
        MergedChange change = MergedChange.of(open, pullRequest);
        outcome = apply(place, change, wanted, tip, making.idents().of(caller));
      }
      ObjectId made = made(outcome);
      if (made.equals(tip)) {
        throw nothing(wanted.way(), onto);
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
      MergePlace place, MergedChange change, Wanted wanted, ObjectId tip, PersonIdent caller)
      throws IOException {
    ObjectId before = change.before().getId();
    ObjectId after = change.after().getId();
    PersonIdent author = change.author();
    return switch (wanted.way()) {
      case REVERT -> {
        Signed by = new Signed(caller, caller, message(wanted, change.revertMessage()));
        yield making.picks().apply(place, new Difference(after, before), tip, by);
      }
      case CHERRY_PICK -> {
        String message = message(wanted, change.pickMessage());
        Signed by = new Signed(author == null ? caller : author, caller, message);
        yield making.picks().apply(place, new Difference(before, after), tip, by);
      }
    };
  }

  private static String message(Wanted wanted, String usual) {
    String own = wanted.message();
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

  private static RefusedException nothing(Way way, Branch onto) {
    return conflict(
        switch (way) {
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
