package org.packhouse.app.hosting.project;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Permissions;
import org.packhouse.app.identity.permission.Permissions.Visibility;
import org.packhouse.app.identity.permission.ResourceHierarchy;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.springframework.context.annotation.Lazy;
import org.springframework.stereotype.Service;

/** Lists the projects that a caller may see. */
@Service
public class ProjectSearch {

  private final ProjectStore store;
  private final Permissions permissions;
  private final ResourceHierarchy hierarchy;

  ProjectSearch(@Lazy ProjectStore store, Permissions permissions, ResourceHierarchy hierarchy) {
    this.store = store;
    this.permissions = permissions;
    this.hierarchy = hierarchy;
  }

  /**
   * Lists projects with the permission, without personal ones, by name; a part of it, in any case.
   */
  public Page<Project> find(
      Caller caller, Permission permission, @Nullable String name, PageRequest page) {
    Visibility visible = permissions.visibility(caller, permission);
    Set<Long> projects = new HashSet<>(visible.projects());
    if (permission == Permission.PROJECT_VIEW && visible.publicToo() && !visible.everything()) {
      projects.addAll(hierarchy.projectsWithPublicRepository(caller.permissionStamp()));
    }
    List<ProjectEntity> rows =
        store.search(
            visible.everything(),
            visible.publicToo(),
            projects.toArray(Long[]::new),
            name == null ? "" : name.toLowerCase(Locale.ROOT),
            page.start(),
            page.oneMore());
    return Page.ofOneMore(page, rows.stream().map(ProjectEntity::toProject).toList());
  }
}
