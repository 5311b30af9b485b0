package org.packhouse.app.maintenance;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.auth.CurrentCaller;
import org.packhouse.app.node.NodeStatus;
import org.packhouse.app.permission.Caller;
import org.packhouse.app.permission.Permission;
import org.packhouse.app.permission.Permissions;
import org.packhouse.app.rest.InvalidFieldException;
import org.packhouse.app.rest.RestPaths;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** REST: maintenance, for system administrators. */
@RestController
@RequestMapping(RestPaths.OWN + "/admin/maintenance")
class MaintenanceController {

  private static final int LONGEST_MESSAGE = 1000;

  private final MaintenanceMode mode;
  private final NodeStatus node;
  private final Permissions permissions;
  private final CurrentCaller caller;

  MaintenanceController(
      MaintenanceMode mode, NodeStatus node, Permissions permissions, CurrentCaller caller) {
    this.mode = mode;
    this.node = node;
    this.permissions = permissions;
    this.caller = caller;
  }

  record Body(@Nullable Boolean enabled, @Nullable String message) {}

  record View(
      boolean enabled,
      @Nullable Instant since,
      @Nullable String startedBy,
      @Nullable String message) {
    static View of(@Nullable Maintenance current) {
      return current == null
          ? new View(false, null, null, null)
          : new View(true, current.since(), current.startedBy(), current.notice());
    }
  }

  @GetMapping
  View get() {
    permissions.check(caller.get(), Permission.SYS_ADMIN);
    return View.of(mode.current().orElse(null));
  }

  @PutMapping
  View put(@RequestBody Body body) {
    Caller who = caller.get();
    permissions.check(who, Permission.SYS_ADMIN);
    if (body.enabled() == null) {
      throw new InvalidFieldException("enabled", "Say true or false.");
    }
    View view;
    if (body.enabled()) {
      view = View.of(mode.begin(who, message(body.message())));
    } else {
      mode.end();
      view = View.of(null);
    }
    node.recheck();
    return view;
  }

  private static @Nullable String message(@Nullable String given) {
    if (given == null || given.isBlank()) {
      return null;
    }
    String message = given.strip();
    if (message.length() > LONGEST_MESSAGE || message.chars().anyMatch(Character::isISOControl)) {
      throw new InvalidFieldException(
          "message",
          "The message must be one line of at most %d characters.".formatted(LONGEST_MESSAGE));
    }
    return message;
  }
}
