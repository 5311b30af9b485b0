package org.packhouse.app.source.hookscript;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.packhouse.hooks.RefCause;

/** A cause of ref moves for which scripts are run, as the REST dialect names it. */
enum HookTrigger {
  /** A client's {@code git push}. */
  PUSH("repo-push"),
  /** A commit that was made by REST or on a page. */
  EDIT("file-edit"),
  /** A branch made by REST or on a page. */
  CREATE_BRANCH("branch-create"),
  /** A branch deleted by REST or on a page, or after a merge. */
  DELETE_BRANCH("branch-delete"),
  /** A tag made or replaced by REST or on a page. */
  CREATE_TAG("tag-create"),
  /** A tag deleted by REST or on a page. */
  DELETE_TAG("tag-delete"),
  /** The merge of a pull request. */
  MERGE("pull-request-merge"),
  /** The rebase of a pull request. */
  REBASE("pull-request-rebase"),
  /** A fork that follows its origin. */
  FORK_SYNC("ref-sync");

  private final String id;

  HookTrigger(String id) {
    this.id = id;
  }

  String id() {
    return id;
  }

  /** The trigger of that cause; empty: no script hears of it. */
  static Optional<HookTrigger> of(RefCause cause) {
    return Optional.ofNullable(
        switch (cause) {
          case PUSH -> PUSH;
          case EDIT -> EDIT;
          case CREATE_BRANCH -> CREATE_BRANCH;
          case DELETE_BRANCH, DELETE_SOURCE -> DELETE_BRANCH;
          case CREATE_TAG -> CREATE_TAG;
          case DELETE_TAG -> DELETE_TAG;
          case MERGE -> MERGE;
          case REBASE -> REBASE;
          case FORK_SYNC -> FORK_SYNC;
          case SET_HEAD, PULL_REQUEST, FORK, IMPORT, KEEP, FOUND_ON_DISK -> null;
        });
  }

  /** The ids of all. */
  static List<String> ids() {
    return Arrays.stream(values()).map(HookTrigger::id).toList();
  }
}
