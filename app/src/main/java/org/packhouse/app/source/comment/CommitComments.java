package org.packhouse.app.source.comment;

import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Map;
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
import org.packhouse.app.platform.refusal.ArchivedException;
import org.packhouse.app.platform.refusal.Conflict;
import org.packhouse.app.platform.refusal.ConflictException;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.platform.refusal.NotPermittedException;
import org.packhouse.app.platform.refusal.OutOfDateException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.platform.refusal.Thing;
import org.packhouse.app.source.comment.CommentChanged.Kind;
import org.packhouse.app.source.comment.CommitComment.Resolution;
import org.packhouse.app.source.commit.CommitRange;
import org.packhouse.app.storage.content.TreePath;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.stereotype.Service;

/**
 * Comments on commits. Who reads a repository may comment in it, which is for callers to ask; who
 * may change what of whose comment is asked here.
 */
@Service
public class CommitComments {

  /** Most characters of a comment. */
  public static final int MAX_LENGTH = 32_768;

  private static final int MAX_IN_DIFF = 1_000;
  private static final int MAX_TRIES = 5;

  private final CommentRows rows;
  private final KeptCommits kept;
  private final Permissions permissions;
  private final ApplicationEventPublisher events;
  private final Clock clock;

  CommitComments(
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

  /** Whether anything was said of the commit. */
  public boolean existOn(Repository repository, String commit) {
    return rows.existOn(repository.id(), commit);
  }

  /** Comments on commits of what is watched since then, the latest first, in one statement. */
  public List<CommitComment> lately(Watches.Watched watched, Instant since, int most) {
    return watched.repositories().isEmpty() && watched.commits().isEmpty()
        ? List.of()
        : rows.lately(watched, since, most);
  }

  /**
   * The threads about a commit, the oldest first.
   *
   * @param path only those about that file; null: all
   */
  public Page<CommentThread> threads(
      Repository repository, String commit, @Nullable TreePath path, PageRequest request) {
    return threads(CommentSubject.ofCommit(repository.id(), commit), path, request);
  }

  /** The threads about something, likewise. */
  public Page<CommentThread> threads(
      CommentSubject subject, @Nullable TreePath path, PageRequest request) {
    Page<CommitComment> page = Page.ofOneMore(request, rows.roots(subject, path, request));
    List<CommitComment> replies =
        page.values().isEmpty()
            ? List.of()
            : rows.replies(page.values().stream().map(CommitComment::id).toList());
    return page.with(CommentThread.of(page.values(), replies));
  }

  /**
   * The oldest threads that stand in a diff.
   *
   * @param path only those about that file, or about files in that directory; null: all
   */
  public List<CommentThread> threadsIn(
      Repository repository, CommitRange range, @Nullable TreePath path) {
    List<CommitComment> roots = rows.rootsIn(repository.id(), range, path, MAX_IN_DIFF);
    return CommentThread.of(
        roots,
        roots.isEmpty() ? List.of() : rows.replies(roots.stream().map(CommitComment::id).toList()));
  }

  /** How many comments stand at each path of a diff. */
  Map<TreePath, Integer> count(Repository repository, CommitRange range) {
    return rows.count(repository.id(), range);
  }

  /**
   * A comment and the replies to it.
   *
   * @throws RefusedException if there is none of that id on the commit
   */
  public CommentThread thread(Repository repository, String commit, long id) {
    return thread(CommentSubject.ofCommit(repository.id(), commit), id);
  }

  /** A comment on something, and the replies to it. */
  public CommentThread thread(CommentSubject subject, long id) {
    CommitComment comment = require(subject, id);
    return CommentThread.of(List.of(comment), rows.replies(List.of(comment.rootId()))).getFirst();
  }

  /** The threads that begin with those comments, as far as they are there. */
  public List<CommentThread> threads(CommentSubject subject, Collection<Long> ids) {
    List<CommitComment> roots = ids.isEmpty() ? List.of() : rows.findAll(subject, ids);
    return CommentThread.of(
        roots,
        roots.isEmpty() ? List.of() : rows.replies(roots.stream().map(CommitComment::id).toList()));
  }

  /**
   * Tasks, the oldest first.
   *
   * @param states {@code OPEN}, {@code RESOLVED}
   */
  public Page<CommitComment> tasks(
      CommentSubject subject, Collection<String> states, PageRequest request) {
    return Page.ofOneMore(request, rows.tasks(subject, states, request));
  }

  /** How many comments and tasks pull requests have, by id; those without any are left out. */
  public Map<Long, CommentCounts> counts(Collection<Long> pullRequestIds) {
    return pullRequestIds.isEmpty() ? Map.of() : rows.counts(pullRequestIds);
  }

  /**
   * When something was said of pull requests last, by id; those of which nothing was are left out.
   */
  public Map<Long, Instant> lastSaid(Collection<Long> pullRequestIds) {
    return pullRequestIds.isEmpty() ? Map.of() : rows.lastSaid(pullRequestIds);
  }

  /**
   * Comments on a commit, which is kept from then on.
   *
   * @throws RefusedException if the text is none, 404 if the comment that is answered is not there,
   *     409 if the repository is archived
   * @throws NotPermittedException if the caller is no user
   */
  public CommitComment create(
      Repository repository, String commit, NewComment wanted, Caller caller) throws IOException {
    return create(repository, CommentSubject.ofCommit(repository.id(), commit), wanted, caller);
  }

  /** Comments on something, likewise; a pull request keeps its commits itself. */
  public CommitComment create(
      Repository repository, CommentSubject subject, NewComment wanted, Caller caller)
      throws IOException {
    User author = author(caller);
    refuseArchived(repository);
    checkText(wanted.text());
    CommitComment.Parent thread = null;
    if (wanted.parentId() != null) {
      CommitComment parent = require(subject, wanted.parentId());
      thread = new CommitComment.Parent(parent.id(), parent.rootId());
    }
    if (subject.pullRequestId() == null && !rows.existOn(repository.id(), subject.commit())) {
      kept.keep(repository.id(), subject.commit(), caller);
    }
    try {
      CommitComment made = rows.insert(subject, thread, author.id(), wanted, now());
      tell(repository, subject, made, Kind.ADDED, null, caller);
      return made;
    } catch (DataIntegrityViolationException e) {
      // What is answered is gone meanwhile.
      throw noSuchComment(subject, wanted.parentId() == null ? 0 : wanted.parentId());
    }
  }

  /**
   * Changes a comment: its author everything, an administrator of the repository its severity,
   * everybody whether it is resolved.
   *
   * @throws RefusedException if it is not there, 409 if it was changed meanwhile
   * @throws NotPermittedException if the caller may not change that
   */
  public CommitComment update(
      Repository repository, String commit, long id, CommentChange change, Caller caller) {
    return update(repository, CommentSubject.ofCommit(repository.id(), commit), id, change, caller);
  }

  /** Changes a comment on something, likewise. */
  public CommitComment update(
      Repository repository, CommentSubject subject, long id, CommentChange change, Caller caller) {
    User user = author(caller);
    refuseArchived(repository);
    CommitComment before = require(subject, id);
    checkVersion(before, change.version());
    boolean own = before.authorId() == user.id();
    if (change.text() != null) {
      checkText(change.text());
      if (!own && !change.text().equals(before.text())) {
        throw refused("Only the author of a comment may change its text.");
      }
    }
    if (change.severity() != null
        && change.severity() != before.severity()
        && !own
        && !administers(caller, repository)) {
      throw refused("Only the author or an administrator may change the severity of a comment.");
    }
    CommitComment after =
        rows.update(changed(before, change, user), now()).orElseThrow(() -> outOfDate(before));
    tell(repository, subject, after, Kind.EDITED, before.text(), caller);
    return after;
  }

  /**
   * Resolves the thread that a comment belongs to, whatever else is changed in it meanwhile.
   *
   * @throws RefusedException if the comment is not there
   */
  public void resolveThread(Repository repository, CommentSubject subject, long id, Caller caller) {
    long root = require(subject, id).rootId();
    for (int tries = 1; ; tries++) {
      CommitComment first = require(subject, root);
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
      } catch (RefusedException e) {
        if (tries == MAX_TRIES || !(e instanceof OutOfDateException)) {
          throw e;
        }
      }
    }
  }

  private void tell(
      Repository repository,
      CommentSubject subject,
      CommitComment comment,
      Kind kind,
      @Nullable String previousText,
      Caller caller) {
    User user = caller.user();
    Long by = user == null ? null : user.id();
    events.publishEvent(new CommentChanged(repository, subject, comment, kind, previousText, by));
  }

  private CommitComment changed(CommitComment before, CommentChange change, User user) {
    Resolution resolution = before.resolution();
    if (change.resolved() != null && change.resolved() != (resolution != null)) {
      resolution = change.resolved() ? new Resolution(user.id(), now()) : null;
    }
    return new CommitCommentBuilder()
        .id(before.id())
        .repositoryId(before.repositoryId())
        .commit(before.commit())
        .answered(before.answered())
        .anchor(before.anchor())
        .authorId(before.authorId())
        .text(change.text() == null ? before.text() : change.text())
        .severity(change.severity() == null ? before.severity() : change.severity())
        .resolution(resolution)
        .threadResolved(
            change.threadResolved() == null ? before.threadResolved() : change.threadResolved())
        .created(before.created())
        .updated(before.updated())
        .version(before.version())
        .pending(false)
        .build();
  }

  /**
   * Deletes a comment of the caller, or any if the caller administers the repository.
   *
   * @param version the one that the caller knows
   * @throws RefusedException if it is not there, 409 if it was changed meanwhile or is answered
   * @throws NotPermittedException if the caller may not
   */
  public void delete(Repository repository, String commit, long id, int version, Caller caller) {
    delete(repository, CommentSubject.ofCommit(repository.id(), commit), id, version, caller);
  }

  /** Deletes a comment on something, likewise. */
  public void delete(
      Repository repository, CommentSubject subject, long id, int version, Caller caller) {
    refuseArchived(repository);
    CommitComment comment = require(subject, id);
    if (!mayDelete(comment, repository, caller)) {
      throw refused("Only the author or an administrator may delete a comment.");
    }
    checkVersion(comment, version);
    if (rows.hasReplies(id)) {
      throw answered();
    }
    try {
      if (!rows.delete(comment)) {
        throw outOfDate(comment);
      }
    } catch (DataIntegrityViolationException e) {
      throw answered();
    }
    tell(repository, subject, comment, Kind.DELETED, null, caller);
  }

  /** Whether the caller may change the text of a comment. */
  public boolean mayEdit(CommitComment comment, Caller caller) {
    return caller.user() != null && caller.user().id() == comment.authorId();
  }

  /** Whether the caller may delete a comment that is not answered. */
  public boolean mayDelete(CommitComment comment, Repository repository, Caller caller) {
    return mayEdit(comment, caller) || administers(caller, repository);
  }

  private boolean administers(Caller caller, Repository repository) {
    return permissions.test(caller, new RepositoryId(repository.id()), Permission.REPO_ADMIN);
  }

  CommitComment require(CommentSubject subject, long id) {
    Optional<CommitComment> found = rows.find(subject, id);
    return found.orElseThrow(() -> noSuchComment(subject, id));
  }

  static RefusedException noSuchComment(CommentSubject subject, long id) {
    return new NoSuchException(
        Thing.COMMENT, "Comment %d does not exist on %s.".formatted(id, subject.name()));
  }

  static void refuseArchived(Repository repository) {
    if (repository.archived()) {
      throw new ArchivedException(
          "The repository %s is archived and read-only.".formatted(repository.path()));
    }
  }

  static void checkText(String text) {
    checkText("text", text);
  }

  /**
   * Checks what shall become the text of a comment.
   *
   * @param field its name in the request
   * @throws InvalidFieldException if it breaks a rule
   */
  public static void checkText(String field, String text) {
    if (text.isBlank() || text.length() > MAX_LENGTH || text.indexOf('\0') >= 0) {
      throw new InvalidFieldException(
          field,
          "The text of a comment has 1 to %d characters, none of them NUL; this one has %d."
              .formatted(MAX_LENGTH, text.length()));
    }
  }

  static void checkVersion(CommitComment comment, int version) {
    if (comment.version() != version) {
      throw outOfDate(comment);
    }
  }

  static RefusedException outOfDate(CommitComment comment) {
    return new OutOfDateException(
        Thing.COMMENT,
        "The comment %d was changed meanwhile: read it again, and name the version that you read."
            .formatted(comment.id()));
  }

  static RefusedException answered() {
    return new ConflictException(
        Conflict.COMMENT_IN_USE, "This comment has replies which must be deleted first.");
  }

  static User author(Caller caller) {
    User user = caller.user();
    if (user == null) {
      throw new NotPermittedException(
          "Only users comment.", true, caller instanceof Caller.Anonymous);
    }
    return user;
  }

  private static NotPermittedException refused(String reason) {
    return new NotPermittedException(reason, true, false);
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }
}
