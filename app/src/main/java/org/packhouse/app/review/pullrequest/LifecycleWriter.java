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

/**
 * Writes edits, declines, reopenings and deletions of pull requests, each in one transaction;
 * checks no permission.
 */
@Component
class LifecycleWriter {

  private final PullRequestTransitions transitions;
  private final ParticipantStore participants;
  private final PullRequestRows rows;
  private final PullRequestRecords records;
  private final ActivityRows activities;
  private final PullRequestRefs refs;
  private final Transactions transactions;

  LifecycleWriter(
      PullRequestTransitions transitions,
      @Lazy ParticipantStore participants,
      PullRequestRows rows,
      PullRequestRecords records,
      ActivityRows activities,
      PullRequestRefs refs,
      Transactions transactions) {
    this.transitions = transitions;
    this.participants = participants;
    this.rows = rows;
    this.records = records;
    this.activities = activities;
    this.refs = refs;
    this.transactions = transactions;
  }

  @Component
  record Transactions(TransactionTemplate template, ApplicationEventPublisher events) {}

  record Attribution(long userId, Instant now) {}

  /**
   * An edit whose values are checked.
   *
   * @param reviewers all reviewers after the edit; null: unchanged
   * @param commits ids of the commits that the new target lacks; null: the target is unchanged
   */
  record CheckedEdit(
      Description about,
      Branch to,
      @Nullable List<User> reviewers,
      @Nullable List<String> commits) {}

  record Tips(Branch from, Branch to, List<String> commits) {}

  interface Write {
    void run() throws IOException;
  }

  /**
   * Makes a change, and returns the pull request as it is afterwards.
   *
   * @param version the version that the caller has read
   * @param to the target branch after the change
   * @throws org.packhouse.app.platform.refusal.OutOfDateException if another transaction has
   *     changed the pull request
   */
  PullRequest run(PullRequest before, int version, Branch to, Write write) throws IOException {
    try {
      write.run();
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

  void update(PullRequest before, CheckedEdit edit, Attribution by) {
    transactions
        .template()
        .executeWithoutResult(_ -> {
          ActivityDetails.Reviewers changed = reviewers(before.id(), edit.reviewers());
          boolean retargets = edit.commits() != null;
          boolean others = !changed.added().isEmpty() || !changed.removed().isEmpty();
          if (others || retargets || !edit.about().equals(before.about())) {
            transitions.edit(before, edit.about(), retargets ? edit.to() : null, by.now());
            activities.append(
                before.id(), Action.UPDATED, by.userId(), by.now(), edited(before, edit, changed));
          }
          if (edit.commits() != null) {
            records.noteTip(before.repositoryId(), edit.to().refName(), edit.to().commit());
            records.setCommits(before.id(), edit.commits());
          }
        });
  }

  private static ActivityDetails edited(
      PullRequest before, CheckedEdit edit, ActivityDetails.Reviewers changed) {
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

  private ActivityDetails.Reviewers reviewers(long id, @Nullable List<User> reviewers) {
    List<Long> added = new ArrayList<>();
    List<Long> removed = new ArrayList<>();
    if (reviewers != null) {
      Map<Long, ParticipantEntity> present =
          participants.findByPullRequestIdOrderById(id).stream()
              .collect(Collectors.toMap(ParticipantEntity::userId, it -> it));
      Set<Long> ids = new TreeSet<>();
      for (User user : reviewers) {
        ids.add(user.id());
        if (add(id, user.id(), present.get(user.id()))) {
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

  private boolean add(long id, long userId, @Nullable ParticipantEntity present) {
    if (present == null) {
      participants.saveAndFlush(new ParticipantEntity(id, userId, ParticipantRole.REVIEWER));
      return true;
    }
    boolean isNew = present.role() != ParticipantRole.REVIEWER;
    present.become(ParticipantRole.REVIEWER);
    return isNew;
  }

  void dismiss(ParticipantEntity one) {
    if (one.status() == ReviewStatus.UNAPPROVED) {
      participants.delete(one);
    } else {
      one.become(ParticipantRole.PARTICIPANT);
    }
  }

  void decline(PullRequest before, Attribution by) {
    transactions
        .template()
        .executeWithoutResult(_ -> {
          transitions.decline(before, by.now());
          activities.append(
              before.id(), Action.DECLINED, by.userId(), by.now(), ActivityDetails.NONE);
        });
  }

  /** Reopens a pull request, and moves its ref to the present tip of the source. */
  void reopen(Repository target, PullRequest before, Tips tips, Attribution by) throws IOException {
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

  private void reopened(PullRequest before, Tips tips, Attribution by) {
    transitions.reopen(before, tips.from().commit(), tips.to().commit(), by.now());
    records.noteTip(before.repositoryId(), tips.to().refName(), tips.to().commit());
    records.setCommits(before.id(), tips.commits());
    activities.append(before.id(), Action.REOPENED, by.userId(), by.now(), ActivityDetails.NONE);
  }

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
    transitions.delete(before);
    transactions
        .events()
        .publishEvent(
            new AuditableChange(
                "pull-request.deleted",
                target.path() + "#" + before.number(),
                Map.of("title", before.about().title())));
  }
}
