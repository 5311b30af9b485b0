package org.packhouse.app.networks.webhook;

import java.util.Arrays;
import java.util.Optional;

/** An event that a receiver can ask for. */
enum WebhookEvent {
  /** Refs of a repository have moved. */
  REFS_CHANGED("repo:refs_changed"),
  /** A repository has another name, place or description. */
  REPOSITORY_MODIFIED("repo:modified"),
  /** A repository was forked. */
  FORKED("repo:forked"),
  /** Somebody said something of a commit. */
  COMMENT_ADDED("repo:comment:added"),
  /** A comment on a commit was changed. */
  COMMENT_EDITED("repo:comment:edited"),
  /** A comment on a commit was deleted. */
  COMMENT_DELETED("repo:comment:deleted"),
  /** A project has another name, key or description. */
  PROJECT_MODIFIED("project:modified"),
  /** A mirror has what a repository has. There are no mirrors yet: it never happens. */
  MIRROR_SYNCHRONIZED("mirror:repo_synchronized"),
  /** A pull request was opened. */
  OPENED("pr:opened"),
  /** The source of a pull request has moved. */
  FROM_REF_UPDATED("pr:from_ref_updated"),
  /** A pull request has another title, description or target. */
  MODIFIED("pr:modified"),
  /** Others are asked to review a pull request. */
  REVIEWERS_UPDATED("pr:reviewer:updated"),
  /** Somebody approved a pull request. */
  APPROVED("pr:reviewer:approved"),
  /** Somebody took back what they had found of a pull request. */
  UNAPPROVED("pr:reviewer:unapproved"),
  /** Somebody found that a pull request needs work. */
  NEEDS_WORK("pr:reviewer:needs_work"),
  /** The same, as later versions of the dialect call it. */
  CHANGES_REQUESTED("pr:reviewer:changes_requested"),
  /** A pull request was merged. */
  MERGED("pr:merged"),
  /** A pull request was declined. */
  DECLINED("pr:declined"),
  /** A pull request was opened again. */
  REOPENED("pr:reopened"),
  /** A pull request was deleted. */
  DELETED("pr:deleted"),
  /** Somebody said something of a pull request. */
  PULL_REQUEST_COMMENT_ADDED("pr:comment:added"),
  /** A comment on a pull request was changed. */
  PULL_REQUEST_COMMENT_EDITED("pr:comment:edited"),
  /** A comment on a pull request was deleted. */
  PULL_REQUEST_COMMENT_DELETED("pr:comment:deleted"),
  /** Somebody tries whether a receiver is there. */
  PING("diagnostics:ping");

  private final String key;

  WebhookEvent(String key) {
    this.key = key;
  }

  /** The name on the wire. */
  String key() {
    return key;
  }

  /** The event of that name. */
  static Optional<WebhookEvent> of(String key) {
    return Arrays.stream(values()).filter(event -> event.key.equals(key)).findFirst();
  }
}
