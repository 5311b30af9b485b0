package org.packhouse.app.hosting.repository.rest;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.ResourceAccess;
import org.packhouse.app.identity.key.AccessKeys.AccessKey;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.RequestFields;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.permission.ResourceId;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.http.HttpStatus;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: removes an access key from several places, all of which the caller must administer. */
@RestController
class AccessKeyRemovalController {

  private static final int MAX_COUNT = 1000;

  private final AccessKeyRequests keys;
  private final ResourceAccess access;
  private final TransactionTemplate transaction;

  AccessKeyRemovalController(
      AccessKeyRequests keys, ResourceAccess access, TransactionTemplate transaction) {
    this.keys = keys;
    this.access = access;
    this.transaction = transaction;
  }

  record ProjectReference(@Nullable String key) {}

  record RepositoryReference(@Nullable String slug, @Nullable ProjectReference project) {}

  /** Places to remove a key from; without lists: every place. */
  record Places(
      @Nullable List<ProjectReference> projects, @Nullable List<RepositoryReference> repositories) {
    boolean isNone() {
      return projects == null && repositories == null;
    }
  }

  @DeleteMapping(RestPaths.KEYS + "/ssh/{keyId}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void remove(
      @Requires(Permission.LICENSED_USER) Caller caller,
      @PathVariable long keyId,
      @RequestBody(required = false) @Nullable Places places) {
    List<ResourceId> from =
        places == null || places.isNone() ? everywhere(caller, keyId) : named(caller, places);
    transaction.executeWithoutResult(_ -> from.forEach(place -> keys.remove(place, keyId)));
  }

  private List<ResourceId> everywhere(Caller caller, long keyId) {
    List<ResourceId> from = keys.placesOf(keyId).stream().map(AccessKey::resource).toList();
    if (from.isEmpty()) {
      throw AccessKeyRequests.unknown(keyId);
    }
    from.forEach(place -> {
      switch (place) {
        case ProjectId id -> access.require(caller, id, Permission.PROJECT_ADMIN);
        case RepositoryId id -> access.require(caller, id, Permission.REPO_ADMIN);
      }
    });
    return from;
  }

  private List<ResourceId> named(Caller caller, Places places) {
    List<ProjectReference> projects = places.projects() == null ? List.of() : places.projects();
    List<RepositoryReference> repositories =
        places.repositories() == null ? List.of() : places.repositories();
    if (projects.size() + repositories.size() > MAX_COUNT) {
      throw new InvalidFieldException(
          "repositories", "A request names at most %d places.".formatted(MAX_COUNT));
    }
    List<ResourceId> from = new ArrayList<>();
    for (ProjectReference project : projects) {
      from.add(new ProjectId(access.project(caller, key(project), Permission.PROJECT_ADMIN).id()));
    }
    for (RepositoryReference repository : repositories) {
      Repository found =
          access.repository(
              caller,
              key(repository == null ? null : repository.project()),
              RequestFields.required("slug", repository == null ? null : repository.slug()),
              Permission.REPO_ADMIN);
      from.add(new RepositoryId(found.id()));
    }
    return from;
  }

  private static String key(@Nullable ProjectReference project) {
    return RequestFields.required("key", project == null ? null : project.key());
  }
}
