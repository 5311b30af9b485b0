package org.packhouse.app.notice.notification;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repositories;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.PermissionStamp;
import org.packhouse.app.identity.permission.Permissions;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.platform.node.ServerAddress;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequests;
import org.packhouse.app.review.pullrequest.comment.PullRequestThreads;
import org.springframework.stereotype.Component;

/** Reads the text of a notification, if the recipient may read it at that moment. */
@Component
class NotifiedPullRequests {

  /** Characters of one text, which is cut beyond. */
  static final int MAX_TEXT = 4000;

  private final Repositories repositories;
  private final PullRequests pullRequests;
  private final PullRequestThreads threads;
  private final Users users;
  private final Readers readers;
  private final ServerAddress server;

  NotifiedPullRequests(
      Repositories repositories,
      PullRequests pullRequests,
      PullRequestThreads threads,
      Users users,
      Readers readers,
      ServerAddress server) {
    this.repositories = repositories;
    this.pullRequests = pullRequests;
    this.threads = threads;
    this.users = users;
    this.readers = readers;
    this.server = server;
  }

  @Component
  record Readers(Permissions permissions, PermissionStamp stamp) {
    boolean mayRead(User user, Repository repository) {
      Caller caller = new Caller.SignedIn(user, null, stamp.current());
      return permissions.test(caller, Permission.LICENSED_USER)
          && permissions.test(caller, new RepositoryId(repository.id()), Permission.REPO_READ);
    }
  }

  /** A line of a mail; its words are such as {@code approved this}. */
  record Line(
      Subject subject,
      String url,
      String actor,
      String what,
      @Nullable String text,
      String reason) {}

  /** A pull request, and its repository as {@code KEY/slug}. */
  record Subject(long id, String repository, long number, String title) {}

  /**
   * Returns a line, without text longer than {@code room}; empty: it may not be read, or is gone.
   */
  Optional<Line> line(User recipient, Notification notification, int room) {
    Optional<Repository> repository =
        repositories
            .findById(notification.repositoryId())
            .filter(it -> readers.mayRead(recipient, it));
    if (repository.isEmpty()) {
      return Optional.empty();
    }
    try {
      PullRequest pullRequest = pullRequests.require(repository.get(), notification.number());
      return Optional.of(line(repository.get(), pullRequest, notification, room));
    } catch (RefusedException e) {
      // The pull request, or the comment, was deleted.
      return Optional.empty();
    }
  }

  private Line line(
      Repository repository, PullRequest pullRequest, Notification notification, int room) {
    Long commentId = notification.commentId();
    String whole =
        commentId != null
            ? threads.require(pullRequest, commentId, null).comment().text()
            : notification.what() == Notification.What.OPENED ? pullRequest.about().text() : null;
    String text = whole == null ? null : shortened(whole);
    String url =
        "%s/projects/%s/repos/%s/pull-requests/%d"
            .formatted(
                server.baseUrl(),
                repository.project().key(),
                repository.slug(),
                pullRequest.number());
    return new Line(
        new Subject(
            pullRequest.id(), repository.path(), pullRequest.number(), pullRequest.about().title()),
        commentId == null ? url : url + "/overview?commentId=" + commentId,
        actor(notification.actorId()),
        notification.what().words(),
        text == null || text.length() > room ? null : text,
        notification.reason().words());
  }

  private String actor(@Nullable Long id) {
    User user = id == null ? null : users.findAllById(List.of(id)).get(id);
    return user == null ? "Packhouse" : user.displayName();
  }

  private static String shortened(String text) {
    return text.length() <= MAX_TEXT
        ? text
        : text.substring(0, text.offsetByCodePoints(0, MAX_TEXT / 2)) + "…";
  }
}
