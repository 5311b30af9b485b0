package org.packhouse.app.notice.webhook.rest;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.fork.RepositoryForked;
import org.packhouse.app.hosting.project.ProjectChanged;
import org.packhouse.app.hosting.project.rest.ProjectViews;
import org.packhouse.app.hosting.repository.DefaultBranchChanged;
import org.packhouse.app.hosting.repository.Repositories;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.RepositoryChanged;
import org.packhouse.app.hosting.repository.rest.RepositoryView;
import org.packhouse.app.hosting.repository.rest.RepositoryViewBuilder;
import org.packhouse.app.hosting.repository.rest.RepositoryViews;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.signin.CurrentCaller;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.notice.webhook.WebhookEvent;
import org.packhouse.app.notice.webhook.WebhookPublisher;
import org.packhouse.app.notice.webhook.WebhookPublisher.EventActor;
import org.packhouse.app.notice.webhook.WebhookPublisher.Occurrence;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequestDeleted;
import org.packhouse.app.review.pullrequest.PullRequests;
import org.packhouse.app.review.pullrequest.rest.PullRequestViews;
import org.packhouse.app.source.comment.Comment;
import org.packhouse.app.source.comment.CommentChanged;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Publishes changes of repositories, projects and comments, in the transaction of the change. */
@Component
class ChangePayloads {

  private final WebhookPublisher publisher;
  private final Repositories all;
  private final RepositoryViews repositories;
  private final ProjectViews projects;
  private final PullRequests pullRequests;
  private final PullRequestViews views;
  private final CurrentCaller caller;

  ChangePayloads(
      WebhookPublisher publisher,
      Repositories all,
      RepositoryViews repositories,
      ProjectViews projects,
      PullRequests pullRequests,
      PullRequestViews views,
      CurrentCaller caller) {
    this.publisher = publisher;
    this.all = all;
    this.repositories = repositories;
    this.projects = projects;
    this.pullRequests = pullRequests;
    this.views = views;
    this.caller = caller;
  }

  private Occurrence now(WebhookEvent event) {
    Caller who = caller.get();
    User user = who.user();
    EventActor actor = new EventActor(user == null ? null : user.id(), who.name());
    return new Occurrence(event, UUID.randomUUID().toString(), actor, null);
  }

  @EventListener
  void on(RepositoryChanged event) {
    publisher.publish(
        event.after(),
        now(WebhookEvent.REPOSITORY_MODIFIED),
        () -> {
          Caller reader = publisher.reader(event.after());
          return Map.of(
              "old", repositories.of(event.before(), reader),
              "new", repositories.of(event.after(), reader));
        });
  }

  @EventListener
  void on(DefaultBranchChanged event) {
    // Another transaction may have put it into the trash meanwhile.
    all.findById(event.repositoryId())
        .ifPresent(repository ->
            publisher.publish(
                repository,
                now(WebhookEvent.DEFAULT_BRANCH_MODIFIED),
                () ->
                    Map.of(
                        "repository", repositories.of(repository, publisher.reader(repository)))));
  }

  @EventListener
  void on(ProjectChanged event) {
    publisher.publish(
        event.after(),
        now(WebhookEvent.PROJECT_MODIFIED),
        () -> Map.of("old", projects.of(event.before()), "new", projects.of(event.after())));
  }

  @EventListener
  void on(RepositoryForked event) {
    publisher.publish(
        event.origin(),
        now(WebhookEvent.FORKED),
        () -> Map.of("repository", fork(event.fork(), event.origin())));
  }

  @EventListener
  void on(PullRequestDeleted event) {
    publisher.publish(
        event.target(),
        now(WebhookEvent.DELETED),
        () ->
            Map.of(
                "pullRequest",
                views.of(event.pullRequest(), event.target(), publisher.reader(event.target()))));
  }

  private RepositoryView fork(Repository fork, Repository origin) {
    Caller reader = publisher.reader(origin);
    return repositories.ofReadable(List.of(fork), reader).stream()
        .findFirst()
        .orElseGet(() ->
            new RepositoryViewBuilder()
                .copyOf(RepositoryView.unavailable())
                .origin(repositories.of(origin, reader))
                .build());
  }

  @EventListener
  void on(CommentChanged event) {
    Long pullRequestId = event.subject().pullRequestId();
    WebhookEvent kind = kind(event.kind(), pullRequestId != null);
    Occurrence occurrence =
        new Occurrence(kind, UUID.randomUUID().toString(), EventActor.of(event.userId()), null);
    publisher.publish(event.repository(), occurrence, () -> payload(event, pullRequestId));
  }

  private Map<String, Object> payload(CommentChanged event, @Nullable Long pullRequestId) {
    Map<String, Object> payload = new LinkedHashMap<>();
    if (pullRequestId == null) {
      payload.put(
          "repository", repositories.of(event.repository(), publisher.reader(event.repository())));
      payload.put("commit", event.subject().commit());
    } else {
      Optional<PullRequest> found = pullRequests.findById(event.repository(), pullRequestId);
      found.ifPresent(it ->
          payload.put(
              "pullRequest",
              views.of(it, event.repository(), publisher.reader(event.repository()))));
    }
    payload.put("comment", comment(event.comment()));
    Comment.Parent answered = event.comment().parent();
    if (answered != null) {
      payload.put("commentParentId", answered.parentId());
    }
    if (event.previousText() != null) {
      payload.put("previousComment", event.previousText());
    }
    return payload;
  }

  private Map<String, Object> comment(Comment comment) {
    Map<String, Object> view = new LinkedHashMap<>();
    view.put("properties", Map.of("repositoryId", comment.repositoryId()));
    view.put("id", comment.id());
    view.put("version", comment.version());
    view.put("text", comment.text());
    view.put("author", publisher.user(comment.authorId()));
    view.put("createdDate", comment.created().toEpochMilli());
    view.put("updatedDate", comment.updated().toEpochMilli());
    view.put("severity", comment.severity().name());
    view.put("state", comment.resolution() == null ? "OPEN" : "RESOLVED");
    view.put("comments", List.of());
    view.put("tasks", List.of());
    return view;
  }

  private static WebhookEvent kind(CommentChanged.Kind kind, boolean ofPullRequest) {
    return switch (kind) {
      case ADDED ->
          ofPullRequest ? WebhookEvent.PULL_REQUEST_COMMENT_ADDED : WebhookEvent.COMMENT_ADDED;
      case EDITED ->
          ofPullRequest ? WebhookEvent.PULL_REQUEST_COMMENT_EDITED : WebhookEvent.COMMENT_EDITED;
      case DELETED ->
          ofPullRequest ? WebhookEvent.PULL_REQUEST_COMMENT_DELETED : WebhookEvent.COMMENT_DELETED;
    };
  }
}
