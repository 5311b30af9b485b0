package org.packhouse.app.hosting.repository.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.rest.ProjectView;
import org.packhouse.app.identity.key.AccessKeys.AccessKey;
import org.packhouse.app.identity.key.rest.SshKeyView;
import org.packhouse.app.identity.permission.Permission;

/** An access key of a project or repository in the REST dialect. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record AccessKeyView(
    SshKeyView key,
    @Nullable ProjectView project,
    @Nullable RepositoryView repository,
    Permission permission) {

  static AccessKeyView of(AccessKey key, ProjectView project) {
    return new AccessKeyView(SshKeyView.of(key.key()), project, null, key.permission());
  }

  static AccessKeyView of(AccessKey key, RepositoryView repository) {
    return new AccessKeyView(SshKeyView.of(key.key()), null, repository, key.permission());
  }
}
