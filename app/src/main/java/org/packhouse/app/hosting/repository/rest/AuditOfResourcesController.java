package org.packhouse.app.hosting.repository.rest;

import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.audit.AuditEvents;
import org.packhouse.app.identity.audit.rest.AuditEventView;
import org.packhouse.app.identity.audit.rest.AuditEventViews;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** REST: audit events of a project or repository, for its administrators. */
@RestController
@RequestMapping(RestPaths.AUDIT + "/projects/{projectKey}")
class AuditOfResourcesController {

  private final AuditEvents events;
  private final AuditEventViews views;

  AuditOfResourcesController(AuditEvents events, AuditEventViews views) {
    this.events = events;
    this.views = views;
  }

  @GetMapping("/events")
  Page<AuditEventView> ofProject(
      @Requires(Permission.PROJECT_ADMIN) Project project, PageRequest page) {
    return views.page(
        page,
        events.ofResource(
            project.key(), "project " + project.id(), true, page.start(), page.oneMore()));
  }

  @GetMapping("/repos/{repositorySlug}/events")
  Page<AuditEventView> ofRepository(
      @Requires(Permission.REPO_ADMIN) Repository repository, PageRequest page) {
    return views.page(
        page,
        events.ofResource(
            repository.path(),
            "repository " + repository.id(),
            false,
            page.start(),
            page.oneMore()));
  }
}
