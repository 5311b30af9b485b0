package org.packhouse.app.web;

import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Permissions;
import org.packhouse.app.identity.permission.ResourceId;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.web.layout.Links;

/** A project that the caller may see; {@code link} is its page, without the context path. */
public record ProjectView(
    Project project,
    Caller caller,
    String link,
    boolean mayCreateRepositories,
    boolean mayAdminister)
    implements ResourceView {

  /** Creates the view without checking that the caller may see the project. */
  public static ProjectView of(Project project, Caller caller, Permissions permissions) {
    ProjectId id = new ProjectId(project.id());
    return new ProjectView(
        project,
        caller,
        Links.to(project),
        permissions.test(caller, id, Permission.REPO_CREATE),
        permissions.test(caller, id, Permission.PROJECT_ADMIN));
  }

  @Override
  public ResourceId id() {
    return new ProjectId(project.id());
  }

  @Override
  public Resource resource() {
    return new Resource(project, null);
  }
}
