package org.packhouse.app.hosting.repository;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.ProjectAccess;
import org.packhouse.app.identity.auth.CurrentCaller;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Permissions;
import org.packhouse.app.platform.rest.Page;
import org.packhouse.app.platform.rest.PageRequest;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: deleted repositories, for administrators. The dialect has no word for these. */
@RestController
@RequestMapping(RestPaths.OWN + "/admin/trash")
class TrashController {

  private final RepositoryTrash trash;
  private final ProjectAccess projects;
  private final RepositoryViews views;
  private final Permissions permissions;
  private final CurrentCaller caller;

  TrashController(
      RepositoryTrash trash,
      ProjectAccess projects,
      RepositoryViews views,
      Permissions permissions,
      CurrentCaller caller) {
    this.trash = trash;
    this.projects = projects;
    this.views = views;
    this.permissions = permissions;
    this.caller = caller;
  }

  record Entry(long id, String name, String path, Instant deletedDate) {}

  record RestoreBody(@Nullable String projectKey, @Nullable String name) {}

  @GetMapping
  Page<Entry> list(PageRequest page) {
    requireAdmin();
    return trash.list(page).map(it -> new Entry(it.id(), it.name(), it.from(), it.trashedAt()));
  }

  @PostMapping("/{repositoryId}/restore")
  RepositoryView restore(
      @PathVariable long repositoryId, @RequestBody(required = false) @Nullable RestoreBody body) {
    Caller admin = requireAdmin();
    String key = body == null ? null : body.projectKey();
    return views.of(
        trash.restore(
            repositoryId,
            key == null ? null : projects.require(admin, key, Permission.PROJECT_ADMIN),
            body == null ? null : body.name()));
  }

  @DeleteMapping("/{repositoryId}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void purge(@PathVariable long repositoryId) {
    requireAdmin();
    trash.purge(repositoryId);
  }

  private Caller requireAdmin() {
    Caller who = caller.get();
    permissions.check(who, Permission.ADMIN);
    return who;
  }
}
