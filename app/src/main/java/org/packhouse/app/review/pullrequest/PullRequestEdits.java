package org.packhouse.app.review.pullrequest;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.user.AuditableChange;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.review.pullrequest.Activity.Action;
import org.packhouse.app.review.pullrequest.PullRequest.Branch;
import org.packhouse.app.review.pullrequest.PullRequest.Description;
import org.packhouse.app.source.merge.MergePlace;
import org.packhouse.hooks.RefChange;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Lazy;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Writes changes of pull requests, each in one transaction; what may be changed others decide. */
@Component
class PullRequestEdits {

  private final PullRequestStore store;
  private final ParticipantStore participants;
  private final PullRequestRows rows;
  private final PullRequestRecords records;
  private final ActivityRows activities;
  private final PullRequestRefs refs;
  private final Transactions transactions;

  PullRequestEdits(
      @Lazy PullRequestStore store,
      @Lazy ParticipantStore participants,
      PullRequestRows rows,
      PullRequestRecords records,
      ActivityRows activities,
      PullRequestRefs refs,
      Transactions transactions) {
    this.store = store;
    this.participants = participants;
    this.rows = rows;
    this.records = records;
    this.activities = activities;
    this.refs = refs;
    this.transactions = transactions;
  }

  /** Transactions, and the events that are told in them. */
  @Component
  record Transactions(TransactionTemplate template, ApplicationEventPublisher events) {}

  /** The one who changes something, and the time. */
  record By(long userId, Instant now) {}

  /**
   * An edit.
   *
   * @param reviewers all of them from now on; null: the same
   * @param commits that it brings; null: the same
   */
  record Edit(
      Description about,
      Branch to,
      @Nullable List<User> reviewers,
      @Nullable List<String> commits) {}

  /** The branches as they are now, and the commits that one has more. */
  record Tips(Branch from, Branch to, List<String> commits) {}

  /** A change that moves refs as well. */
  interface Work {
    /** Does it. */
    void run() throws IOException;
  }

  /**
   * Makes a change and reads what came of it.
   *
   * @param version the one that the changer knows
   * @param to the branch that it targets from now on
   * @throws org.packhouse.app.platform.rest.RefusedException 409 if somebody else was faster
   */
  PullRequest run(PullRequest before, int version, Branch to, Work work) throws IOException {
    try {
      work.run();
    } catch (OptimisticLockingFailureException e) {
      PullRequest now = rows.find(before.repositoryId(), before.number()).orElse(before);
      throw PullRequestRules.outOfDate(now, version);
    } catch (DataIntegrityViolationException e) {
      rows.findOpen(before.from(), to)
          .ifPresent(existing -> {
            throw new DuplicatePullRequestException(existing);
          });
      throw e;
    }
    return rows.find(before.repositoryId(), before.number()).orElse(before);
  }

  /**
   * Loads a pull request to change it, in the transaction of the caller.
   *
   * @throws OptimisticLockingFailureException if it is another version by now, or gone
   */
  PullRequestEntity load(PullRequest before) {
    return store
        .findById(before.id())
        .filter(entity -> entity.toPullRequest().version() == before.version())
        .orElseThrow(() ->
            new OptimisticLockingFailureException(
                "Pull request %d was changed".formatted(before.id())));
  }

  void update(PullRequest before, Edit edit, By by) {
    transactions
        .template()
        .executeWithoutResult(_ -> {
          PullRequestEntity entity = load(before);
          // Participants are flushed before the pull request is touched: its version counts up by
          // one for an edit, whatever the edit changes.
          ActivityDetails.Reviewers changed = reviewers(before.id(), edit.reviewers());
          entity.describe(edit.about());
          if (edit.commits() != null) {
            entity.target(edit.to().refName(), edit.to().commit());
            records.noteTip(before.repositoryId(), edit.to().refName(), edit.to().commit());
            records.setCommits(before.id(), edit.commits());
          }
          boolean others = !changed.added().isEmpty() || !changed.removed().isEmpty();
          if (others || edit.commits() != null || !edit.about().equals(before.about())) {
            entity.touch(by.now());
            activities.append(
                before.id(), Action.UPDATED, by.userId(), by.now(), edited(before, edit, changed));
          }
          store.saveAndFlush(entity);
        });
  }

  private static ActivityDetails edited(
      PullRequest before, Edit edit, ActivityDetails.Reviewers changed) {
    return edit.commits() == null && edit.about().equals(before.about())
        ? ActivityDetails.of(changed)
        : ActivityDetails.of(
            changed,
            new ActivityDetails.Previous(
                before.about().title(),
                before.about().text(),
                before.to().refName(),
                before.to().commit()));
  }

  /** Makes these users the reviewers; who has said something stays as a participant. */
  private ActivityDetails.Reviewers reviewers(long id, @Nullable List<User> wanted) {
    List<Long> added = new ArrayList<>();
    List<Long> removed = new ArrayList<>();
    if (wanted != null) {
      Map<Long, ParticipantEntity> present =
          participants.findByPullRequestIdOrderById(id).stream()
              .collect(Collectors.toMap(ParticipantEntity::userId, it -> it));
      Set<Long> ids = new TreeSet<>();
      for (User user : wanted) {
        ids.add(user.id());
        if (ask(id, user.id(), present.get(user.id()))) {
          added.add(user.id());
        }
      }
      for (ParticipantEntity one : present.values()) {
        if (one.role() == ParticipantRole.REVIEWER && !ids.contains(one.userId())) {
          dismiss(one);
          removed.add(one.userId());
        }
      }
      participants.flush();
    }
    return new ActivityDetails.Reviewers(added, removed);
  }

  private boolean ask(long id, long userId, @Nullable ParticipantEntity present) {
    if (present == null) {
      participants.saveAndFlush(new ParticipantEntity(id, userId, ParticipantRole.REVIEWER));
      return true;
    }
    boolean isNew = present.role() != ParticipantRole.REVIEWER;
    present.become(ParticipantRole.REVIEWER);
    return isNew;
  }

  /** Takes the part of a reviewer from somebody. */
  void dismiss(ParticipantEntity one) {
    if (one.status() == ReviewStatus.UNAPPROVED) {
      participants.delete(one);
    } else {
      one.become(ParticipantRole.PARTICIPANT);
    }
  }

  void decline(PullRequest before, By by) {
    transactions
        .template()
        .executeWithoutResult(_ -> {
          PullRequestEntity entity = load(before);
          entity.rescope(before.from().commit(), before.to().commit());
          entity.decline(by.now());
          store.saveAndFlush(entity);
          activities.append(
              before.id(), Action.DECLINED, by.userId(), by.now(), ActivityDetails.NONE);
        });
  }

  /** Opens it again; its ref goes where the branch is now. */
  void reopen(Repository target, PullRequest before, Tips tips, By by) throws IOException {
    ObjectId tip = ObjectId.fromString(tips.from().commit());
    RefChange change = refs.change(target.id(), before.fromRef(), tip);
    if (change.oldId().equals(tip)) {
      transactions.template().executeWithoutResult(_ -> reopened(before, tips, by));
      return;
    }
    List<String> known = List.of(tips.to().commit());
    try (MergePlace place = refs.bring(target, tips.from(), known, "pull-request")) {
      refs.move(target, List.of(change), place, _ -> reopened(before, tips, by));
    }
  }

  private void reopened(PullRequest before, Tips tips, By by) {
    PullRequestEntity entity = load(before);
    entity.reopen(by.now());
    entity.rescope(tips.from().commit(), tips.to().commit());
    store.saveAndFlush(entity);
    records.noteTip(before.repositoryId(), tips.to().refName(), tips.to().commit());
    records.setCommits(before.id(), tips.commits());
    activities.append(before.id(), Action.REOPENED, by.userId(), by.now(), ActivityDetails.NONE);
  }

  /** Removes it with its refs. */
  void delete(Repository target, PullRequest before) throws IOException {
    List<RefChange> changes = new ArrayList<>();
    for (String refName : List.of(before.fromRef(), before.mergeRef())) {
      RefChange change = refs.change(target.id(), refName, ObjectId.zeroId());
      if (!change.oldId().equals(ObjectId.zeroId())) {
        changes.add(change);
      }
    }
    if (changes.isEmpty()) {
      transactions.template().executeWithoutResult(_ -> deleted(target, before));
    } else {
      refs.move(target, changes, null, _ -> deleted(target, before));
    }
  }

  private void deleted(Repository target, PullRequest before) {
    transactions.events().publishEvent(new PullRequestDeleted(target, before));
    store.delete(load(before));
    store.flush();
    transactions
        .events()
        .publishEvent(
            new AuditableChange(
                "pull-request.deleted",
                target.path() + "#" + before.number(),
                Map.of("title", before.about().title())));
  }
}
