package org.packhouse.app.identity.maintenance.rest;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.maintenance.MaintenanceMode;
import org.packhouse.app.identity.maintenance.MaintenanceMode.Maintenance;
import org.packhouse.app.identity.permission.ByToken;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** REST: maintenance, for system administrators. */
@ByToken
@RestController
@RequestMapping(RestPaths.OWN + "/admin/maintenance")
class MaintenanceController {

  private final MaintenanceMode mode;

  MaintenanceController(MaintenanceMode mode) {
    this.mode = mode;
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

  @Requires(Permission.SYS_ADMIN)
  @GetMapping
  View get() {
    return View.of(mode.current().orElse(null));
  }

  @PutMapping
  View put(@Requires(Permission.SYS_ADMIN) Caller caller, @RequestBody Body body) {
    if (body.enabled() == null) {
      throw new InvalidFieldException("enabled", "Say true or false.");
    }
    if (body.enabled()) {
      return View.of(mode.begin(caller, body.message()));
    }
    mode.end();
    return View.of(null);
  }
}
