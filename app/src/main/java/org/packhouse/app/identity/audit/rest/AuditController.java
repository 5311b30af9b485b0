package org.packhouse.app.identity.audit.rest;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.audit.AuditEvents;
import org.packhouse.app.identity.audit.AuditFilter;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** REST: audit events, for system administrators. */
@RestController
@Requires(Permission.SYS_ADMIN)
@RequestMapping(RestPaths.AUDIT + "/events")
class AuditController {

  private final AuditEvents events;
  private final AuditEventViews views;

  AuditController(AuditEvents events, AuditEventViews views) {
    this.events = events;
    this.views = views;
  }

  @GetMapping
  Page<AuditEventView> list(
      PageRequest page,
      @RequestParam(required = false) @Nullable String actor,
      @RequestParam(required = false) @Nullable String action,
      @RequestParam(required = false) @Nullable String subject,
      @RequestParam(required = false) @Nullable String node,
      @RequestParam(required = false) @Nullable String from,
      @RequestParam(required = false) @Nullable String until) {
    AuditFilter filter =
        AuditFilter.of(new AuditFilter.Text(actor, action, subject, node), from, until, null);
    return views.page(page, events.find(filter, page.start(), page.oneMore()));
  }
}
