package org.packhouse.app.hosting.repository.rest;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.RepositoryTrash;
import org.packhouse.app.hosting.repository.ResourceAccess;
import org.packhouse.app.identity.permission.ByToken;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
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

/** REST: the trash, for administrators. The dialect has no resource for it. */
@ByToken
@RestController
@Requires(Permission.ADMIN)
@RequestMapping(RestPaths.OWN + "/admin/trash")
class TrashController {

  private final RepositoryTrash trash;
  private final ResourceAccess access;
  private final RepositoryViews views;

  TrashController(RepositoryTrash trash, ResourceAccess access, RepositoryViews views) {
    this.trash = trash;
    this.access = access;
    this.views = views;
  }

  record Entry(long id, String name, String path, Instant deletedDate) {}

  record RestoreBody(@Nullable String projectKey, @Nullable String name) {}

  @GetMapping
  Page<Entry> list(PageRequest page) {
    return trash.list(page).map(it -> new Entry(it.id(), it.name(), it.from(), it.trashedAt()));
  }

  @PostMapping("/{repositoryId}/restore")
  RepositoryView restore(
      Caller caller,
      @PathVariable long repositoryId,
      @RequestBody(required = false) @Nullable RestoreBody body) {
    String key = body == null ? null : body.projectKey();
    return views.of(
        trash.restore(
            repositoryId,
            key == null ? null : access.project(caller, key, Permission.PROJECT_ADMIN),
            body == null ? null : body.name()));
  }

  @DeleteMapping("/{repositoryId}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void purge(@PathVariable long repositoryId) {
    trash.purge(repositoryId);
  }
}
