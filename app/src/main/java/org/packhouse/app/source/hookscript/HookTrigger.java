package org.packhouse.app.source.hookscript;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.packhouse.hooks.RefCause;

/** A cause of ref moves that scripts are run for, by its id in the REST dialect. */
enum HookTrigger {
  PUSH("repo-push"),
  /** A commit made by REST or on a page. */
  EDIT("file-edit"),
  CREATE_BRANCH("branch-create"),
  DELETE_BRANCH("branch-delete"),
  CREATE_TAG("tag-create"),
  DELETE_TAG("tag-delete"),
  MERGE("pull-request-merge"),
  REBASE("pull-request-rebase"),
  FORK_SYNC("ref-sync");

  private final String id;

  HookTrigger(String id) {
    this.id = id;
  }

  String id() {
    return id;
  }

  /** Returns the trigger of a cause, if scripts are run for it. */
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

  static List<String> ids() {
    return Arrays.stream(values()).map(HookTrigger::id).toList();
  }
}
