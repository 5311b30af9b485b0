package org.packhouse.app.source.comment;

import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Permissions;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.refusal.OutOfDateException;
import org.packhouse.app.source.comment.Comment.Resolution;
import org.packhouse.app.source.comment.CommentChanged.Kind;
import org.packhouse.app.source.commit.CommitRange;
import org.packhouse.app.storage.content.TreePath;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.stereotype.Service;

/**
 * Creates, reads, changes and deletes comments on commits and pull requests. Callers check that the
 * user may read the repository; who may change or delete a comment is checked here.
 */
@Service
public class Comments {

  private static final int MAX_IN_DIFF = 1_000;
  private static final int MAX_TRIES = 5;

  private final CommentRows rows;
  private final KeptCommits kept;
  private final Permissions permissions;
  private final ApplicationEventPublisher events;
  private final Clock clock;

  Comments(
      CommentRows rows,
      KeptCommits kept,
      Permissions permissions,
      ApplicationEventPublisher events,
      Clock clock) {
    this.events = events;
    this.rows = rows;
    this.kept = kept;
    this.permissions = permissions;
    this.clock = clock;
  }

  public boolean existOn(Repository repository, String commit) {
    return rows.existOn(repository.id(), commit);
  }

  /**
   * Returns the threads, oldest first.
   *
   * @param path null: threads at any file or none
   */
  public Page<CommentThread> threads(
      CommentSubject subject, @Nullable TreePath path, PageRequest request) {
    Page<Comment> page = Page.ofOneMore(request, rows.roots(subject, path, request));
    List<Comment> replies =
        page.values().isEmpty()
            ? List.of()
            : rows.replies(page.values().stream().map(Comment::id).toList());
    return page.with(CommentThread.of(page.values(), replies));
  }

  /**
   * Returns the oldest threads of a diff, {@value #MAX_IN_DIFF} at most.
   *
   * @param path a file or directory; null: all
   */
  public List<CommentThread> threadsIn(
      Repository repository, CommitRange range, @Nullable TreePath path) {
    List<Comment> roots = rows.rootsIn(repository.id(), range, path, MAX_IN_DIFF);
    return CommentThread.of(
        roots,
        roots.isEmpty() ? List.of() : rows.replies(roots.stream().map(Comment::id).toList()));
  }

  public CommentThread thread(CommentSubject subject, long id) {
    Comment comment = require(subject, id);
    return CommentThread.of(List.of(comment), rows.replies(List.of(comment.rootId()))).getFirst();
  }

  public List<CommentThread> threads(CommentSubject subject, Collection<Long> ids) {
    List<Comment> roots = ids.isEmpty() ? List.of() : rows.findAll(subject, ids);
    return CommentThread.of(
        roots,
        roots.isEmpty() ? List.of() : rows.replies(roots.stream().map(Comment::id).toList()));
  }

  /**
   * Returns tasks, oldest first.
   *
   * @param states {@code OPEN}, {@code RESOLVED}
   */
  public Page<Comment> tasks(
      CommentSubject subject, Collection<String> states, PageRequest request) {
    return Page.ofOneMore(request, rows.tasks(subject, states, request));
  }

  /** Adds a comment. A commit is kept from garbage collection, unless by its pull request. */
  public Comment create(
      Repository repository, CommentSubject subject, NewComment wanted, Caller caller)
      throws IOException {
    User author = CommentRules.author(caller);
    CommentRules.refuseArchived(repository);
    CommentRules.checkText(wanted.text());
    Comment.Parent thread = null;
    if (wanted.parentId() != null) {
      Comment parent = require(subject, wanted.parentId());
      thread = new Comment.Parent(parent.id(), parent.rootId());
    }
    if (subject.pullRequestId() == null && !rows.existOn(repository.id(), subject.commit())) {
      kept.keep(repository.id(), subject.commit(), caller);
    }
    try {
      Comment made = rows.insert(subject, thread, author.id(), wanted, now());
      tell(repository, subject, made, Kind.ADDED, null, caller);
      return made;
    } catch (DataIntegrityViolationException e) {
      // The parent was deleted meanwhile.
      throw CommentRules.noSuchComment(subject, wanted.parentId() == null ? 0 : wanted.parentId());
    }
  }

  /**
   * Changes a comment: its author may change all of it, an administrator of the repository its
   * severity, everybody whether it is resolved.
   */
  public Comment update(
      Repository repository, CommentSubject subject, long id, CommentChange change, Caller caller) {
    User user = CommentRules.author(caller);
    CommentRules.refuseArchived(repository);
    Comment before = require(subject, id);
    CommentRules.checkVersion(before, change.version());
    boolean own = before.authorId() == user.id();
    if (change.text() != null) {
      CommentRules.checkText(change.text());
      if (!own && !change.text().equals(before.text())) {
        throw CommentRules.refused("Only the author of a comment may change its text.");
      }
    }
    if (change.severity() != null
        && change.severity() != before.severity()
        && !own
        && !administers(caller, repository)) {
      throw CommentRules.refused(
          "Only the author or an administrator may change the severity of a comment.");
    }
    Comment after =
        rows.update(changed(before, change, user), now())
            .orElseThrow(() -> CommentRules.outOfDate(before));
    tell(repository, subject, after, Kind.EDITED, before.text(), caller);
    return after;
  }

  /** Resolves the thread of a comment, retrying if the thread is changed at the same time. */
  public void resolveThread(Repository repository, CommentSubject subject, long id, Caller caller) {
    long root = require(subject, id).rootId();
    for (int tries = 1; ; tries++) {
      Comment first = require(subject, root);
      if (first.threadResolved()) {
        return;
      }
      try {
        update(
            repository,
            subject,
            root,
            new CommentChange(first.version(), null, null, null, true),
            caller);
        return;
      } catch (OutOfDateException e) {
        if (tries == MAX_TRIES) {
          throw e;
        }
      }
    }
  }

  private void tell(
      Repository repository,
      CommentSubject subject,
      Comment comment,
      Kind kind,
      @Nullable String previousText,
      Caller caller) {
    User user = caller.user();
    Long by = user == null ? null : user.id();
    events.publishEvent(new CommentChanged(repository, subject, comment, kind, previousText, by));
  }

  private Comment changed(Comment before, CommentChange change, User user) {
    Resolution resolution = before.resolution();
    if (change.resolved() != null && change.resolved() != (resolution != null)) {
      resolution = change.resolved() ? new Resolution(user.id(), now()) : null;
    }
    return new CommentBuilder()
        .copyOf(before)
        .text(change.text() == null ? before.text() : change.text())
        .severity(change.severity() == null ? before.severity() : change.severity())
        .resolution(resolution)
        .threadResolved(
            change.threadResolved() == null ? before.threadResolved() : change.threadResolved())
        .build();
  }

  /**
   * Deletes a comment: its author may, and an administrator of the repository.
   *
   * @param version the version that the caller has read
   */
  public void delete(
      Repository repository, CommentSubject subject, long id, int version, Caller caller) {
    CommentRules.refuseArchived(repository);
    Comment comment = require(subject, id);
    if (!mayDelete(comment, repository, caller)) {
      throw CommentRules.refused("Only the author or an administrator may delete a comment.");
    }
    CommentRules.checkVersion(comment, version);
    if (rows.hasReplies(id)) {
      throw CommentRules.inUse();
    }
    try {
      if (!rows.delete(comment)) {
        throw CommentRules.outOfDate(comment);
      }
    } catch (DataIntegrityViolationException e) {
      throw CommentRules.inUse();
    }
    tell(repository, subject, comment, Kind.DELETED, null, caller);
  }

  public boolean mayEdit(Comment comment, Caller caller) {
    return caller.user() != null && caller.user().id() == comment.authorId();
  }

  public boolean mayDelete(Comment comment, Repository repository, Caller caller) {
    return mayEdit(comment, caller) || administers(caller, repository);
  }

  private boolean administers(Caller caller, Repository repository) {
    return permissions.test(caller, new RepositoryId(repository.id()), Permission.REPO_ADMIN);
  }

  Comment require(CommentSubject subject, long id) {
    Optional<Comment> found = rows.find(subject, id);
    return found.orElseThrow(() -> CommentRules.noSuchComment(subject, id));
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }
}
