package org.packhouse.app.source.sync.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.source.sync.ForkSync;
import org.packhouse.app.source.sync.ForkSync.Action;
import org.packhouse.app.source.sync.SyncRef;
import org.packhouse.app.source.sync.SyncState;
import org.packhouse.app.source.sync.SyncStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** REST: forks that follow their origin. */
@RestController
@RequestMapping(RestPaths.SYNC + "/projects/{projectKey}/repos/{slug}")
class SyncController {

  private static final int MAX_MESSAGE_LENGTH = 32 * 1024;

  private final ForkSync sync;

  SyncController(ForkSync sync) {
    this.sync = sync;
  }

  record RefView(String id, String displayId, String type, SyncState state, boolean tag) {
    static RefView of(SyncRef ref) {
      String type = ref.isTag() ? "TAG" : "BRANCH";
      return new RefView(ref.name(), ref.displayId(), type, ref.state(), ref.isTag());
    }
  }

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record StatusView(
      boolean available,
      boolean enabled,
      @Nullable Long lastSync,
      @Nullable String stoppedBecause,
      List<RefView> aheadRefs,
      List<RefView> divergedRefs,
      List<RefView> orphanedRefs) {}

  record Enabling(@Nullable Boolean enabled) {}

  record Context(@Nullable String commitMessage) {}

  record Request(@Nullable String refId, @Nullable String action, @Nullable Context context) {}

  @GetMapping
  StatusView status(
      @Requires(Permission.REPO_READ) Repository fork,
      Caller caller,
      @RequestParam(required = false) @Nullable String at)
      throws IOException {
    return view(sync.status(fork, caller), at);
  }

  @PostMapping
  ResponseEntity<StatusView> enable(
      @Requires(Permission.REPO_ADMIN) Repository fork, Caller caller, @RequestBody Enabling body)
      throws IOException {
    if (body.enabled() == null) {
      throw new InvalidFieldException("enabled", "The field enabled is required: true or false.");
    }
    sync.setEnabled(fork, body.enabled(), caller);
    return body.enabled()
        ? ResponseEntity.ok(view(sync.status(fork, caller), null))
        : ResponseEntity.noContent().build();
  }

  @PostMapping("/synchronize")
  ResponseEntity<RefView> synchronize(
      @Requires(Permission.REPO_WRITE) Repository fork, Caller caller, @RequestBody Request body)
      throws IOException {
    if (body.refId() == null || body.refId().isEmpty()) {
      throw new InvalidFieldException(
          "refId", "The field refId is required: the full name of a branch or tag.");
    }
    return sync.synchronize(
            fork, body.refId(), action(body.action()), message(body.context()), caller)
        .map(ref -> ResponseEntity.ok(RefView.of(ref)))
        .orElseGet(() -> ResponseEntity.noContent().build());
  }

  private static Action action(@Nullable String name) {
    return switch (name == null ? "" : name.toUpperCase(Locale.ROOT)) {
      case "MERGE" -> Action.MERGE;
      case "DISCARD" -> Action.DISCARD;
      case "REBASE" -> Action.REBASE;
      default ->
          throw new InvalidFieldException(
              "action",
              name == null
                  ? "The field action is required: MERGE, REBASE or DISCARD."
                  : "The action must be MERGE, REBASE or DISCARD, not %s."
                      .formatted(InvalidFieldException.quote(name)));
    };
  }

  private static @Nullable String message(@Nullable Context context) {
    String message = context == null ? null : context.commitMessage();
    if (message == null || message.isBlank()) {
      return null;
    }
    if (message.length() > MAX_MESSAGE_LENGTH || message.indexOf('\0') >= 0) {
      throw new InvalidFieldException(
          "commitMessage",
          "A commit message has at most %d characters and no zero byte."
              .formatted(MAX_MESSAGE_LENGTH));
    }
    return message;
  }

  private static StatusView view(SyncStatus status, @Nullable String at) {
    return new StatusView(
        status.available(),
        status.enabled(),
        status.lastSync() == null ? null : status.lastSync().toEpochMilli(),
        status.stoppedBecause(),
        refs(status, SyncState.AHEAD, at),
        refs(status, SyncState.DIVERGED, at),
        refs(status, SyncState.ORPHANED, at));
  }

  private static List<RefView> refs(SyncStatus status, SyncState state, @Nullable String at) {
    return status.in(state).stream()
        .filter(ref ->
            at == null || at.isEmpty() || ref.name().equals(at) || ref.displayId().equals(at))
        .map(RefView::of)
        .toList();
  }
}
