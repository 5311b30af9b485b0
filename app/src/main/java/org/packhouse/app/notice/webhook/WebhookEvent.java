package org.packhouse.app.notice.webhook;

import java.util.Arrays;
import java.util.Optional;

/** An event that a receiver can ask for. */
public enum WebhookEvent {
  /** Refs of a repository have moved. */
  REFS_CHANGED("repo:refs_changed", "Push"),
  /** A repository has another name, place or description. */
  REPOSITORY_MODIFIED("repo:modified", "Repository changed"),
  /** A repository has another default branch. */
  DEFAULT_BRANCH_MODIFIED("repo:default_branch_modified", "Default branch changed"),
  /** A secret was found in a push. Such a push is refused and changes nothing: it never happens. */
  SECRET_DETECTED("repo:secret_detected", "Secret found"),
  /** A repository was forked. */
  FORKED("repo:forked", "Fork"),
  /** Somebody said something of a commit. */
  COMMENT_ADDED("repo:comment:added", "Comment on a commit added"),
  /** A comment on a commit was changed. */
  COMMENT_EDITED("repo:comment:edited", "Comment on a commit edited"),
  /** A comment on a commit was deleted. */
  COMMENT_DELETED("repo:comment:deleted", "Comment on a commit deleted"),
  /** A project has another name, key or description. */
  PROJECT_MODIFIED("project:modified", "Project changed"),
  /** A mirror has what a repository has. There are no mirrors yet: it never happens. */
  MIRROR_SYNCHRONIZED("mirror:repo_synchronized", "Mirror synchronised"),
  /** A pull request was opened. */
  OPENED("pr:opened", "Opened"),
  /** The source of a pull request has moved. */
  FROM_REF_UPDATED("pr:from_ref_updated", "Source branch updated"),
  /** A pull request has another title, description or target. */
  MODIFIED("pr:modified", "Title, description or target changed"),
  /** Others are asked to review a pull request. */
  REVIEWERS_UPDATED("pr:reviewer:updated", "Reviewers changed"),
  /** Somebody approved a pull request. */
  APPROVED("pr:reviewer:approved", "Approved"),
  /** Somebody took back what they had found of a pull request. */
  UNAPPROVED("pr:reviewer:unapproved", "Approval taken back"),
  /** Somebody found that a pull request needs work. */
  NEEDS_WORK("pr:reviewer:needs_work", "Needs work"),
  /** The same, as later versions of the dialect call it. */
  CHANGES_REQUESTED("pr:reviewer:changes_requested", "Needs work, by its newer name"),
  /** A pull request was merged. */
  MERGED("pr:merged", "Merged"),
  /** A pull request was declined. */
  DECLINED("pr:declined", "Declined"),
  /** A pull request was opened again. */
  REOPENED("pr:reopened", "Reopened"),
  /** A pull request was deleted. */
  DELETED("pr:deleted", "Deleted"),
  /** Somebody said something of a pull request. */
  PULL_REQUEST_COMMENT_ADDED("pr:comment:added", "Comment added"),
  /** A comment on a pull request was changed. */
  PULL_REQUEST_COMMENT_EDITED("pr:comment:edited", "Comment edited"),
  /** A comment on a pull request was deleted. */
  PULL_REQUEST_COMMENT_DELETED("pr:comment:deleted", "Comment deleted"),
  /** Somebody tries whether a receiver is there. */
  PING("diagnostics:ping", "Test");

  private final String key;
  private final String word;

  WebhookEvent(String key, String word) {
    this.key = key;
    this.word = word;
  }

  /** What people call it. */
  public String word() {
    return word;
  }

  /** The name on the wire. */
  public String key() {
    return key;
  }

  /** Whether it ever happens; others can be asked for, as clients do. */
  public boolean happens() {
    return this != MIRROR_SYNCHRONIZED && this != SECRET_DETECTED;
  }

  /** The event of that name. */
  public static Optional<WebhookEvent> of(String key) {
    return Arrays.stream(values()).filter(event -> event.key.equals(key)).findFirst();
  }
}
