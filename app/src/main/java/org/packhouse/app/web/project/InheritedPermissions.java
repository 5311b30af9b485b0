package org.packhouse.app.web.project;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.PermissionGrants;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.web.PermissionTable;
import org.packhouse.app.web.layout.Links;
import org.springframework.stereotype.Component;

/** Permissions on a project or repository that come from elsewhere than a grant on it. */
@Component
record InheritedPermissions(PermissionTable table, PermissionGrants grants, Users users) {

  /**
   * A permission of a {@code user}, a {@code group} or {@code all}; {@code link} is the page on
   * which it can be changed.
   */
  record Row(
      String kind,
      String shown,
      @Nullable String name,
      String word,
      String source,
      @Nullable String link) {}

  List<Row> of(Project project) {
    List<Row> rows = new ArrayList<>();
    if (project.isPublic()) {
      rows.add(everybody("public project", settings(project)));
    }
    addOwnerAndAdministrators(project, rows);
    return rows;
  }

  List<Row> of(Repository repository) {
    Project project = repository.project();
    String link = Links.to(project) + "/permissions";
    List<Row> rows = new ArrayList<>();
    if (project.isPublic()) {
      rows.add(everybody("public project", settings(project)));
    }
    if (repository.isPublic()) {
      rows.add(everybody("public repository", Links.to(repository) + "/settings"));
    }
    Permission byDefault = grants.defaultOf(new ProjectId(project.id()));
    if (byDefault != null) {
      String word = PermissionTable.onRepositories(byDefault);
      rows.add(new Row("all", "Everybody who signed in", null, word, "project", link));
    }
    for (PermissionTable.Row row : table.rows(new ProjectId(project.id()))) {
      String word = PermissionTable.onRepositories(row.permission());
      rows.add(new Row(row.kind(), row.shown(), named(row), word, "project", link));
    }
    addOwnerAndAdministrators(project, rows);
    return rows;
  }

  private void addOwnerAndAdministrators(Project project, List<Row> rows) {
    Long owner = project.ownerId();
    if (owner != null) {
      users.findAllById(List.of(owner)).values().forEach(user -> rows.add(owner(user)));
    }
    table.rows(null).stream()
        .filter(row -> row.permission().includes(Permission.ADMIN))
        .map(row -> {
          String word = PermissionTable.word(Permission.REPO_ADMIN);
          return new Row(row.kind(), row.shown(), named(row), word, "server", "/admin/permissions");
        })
        .forEach(rows::add);
  }

  private static Row everybody(String source, String link) {
    String word = PermissionTable.word(Permission.REPO_READ);
    return new Row("all", "Everybody, signed in or not", null, word, source, link);
  }

  private static Row owner(User user) {
    String word = PermissionTable.word(Permission.REPO_ADMIN);
    return new Row("user", user.displayName(), user.name(), word, "owner", null);
  }

  private static @Nullable String named(PermissionTable.Row row) {
    return row.kind().equals("group") ? null : row.name();
  }

  private static String settings(Project project) {
    return Links.to(project) + "/settings";
  }
}
