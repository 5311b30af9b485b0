package org.packhouse.app.hosting.project.rest;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.identity.user.rest.UserView;
import org.packhouse.app.platform.node.ServerAddress;
import org.packhouse.app.platform.rest.AvatarSize;
import org.springframework.stereotype.Component;

/** Makes views of projects, reading all their owners in one statement. */
@Component
public class ProjectViews {

  private final ServerAddress address;
  private final Users users;

  ProjectViews(ServerAddress address, Users users) {
    this.address = address;
    this.users = users;
  }

  public ProjectView of(Project project) {
    return of(List.of(project)).getFirst();
  }

  public List<ProjectView> of(List<Project> projects) {
    Map<Long, User> owners =
        users.findAllById(
            projects.stream().map(Project::ownerId).filter(Objects::nonNull).distinct().toList());
    String base = address.baseUrl();
    return projects.stream().map(project -> view(project, owners, base)).toList();
  }

  /** Returns the URL of the project's page. */
  public String url(Project project) {
    return url(project, address.baseUrl());
  }

  private static ProjectView view(Project project, Map<Long, User> owners, String base) {
    User owner = project.ownerId() == null ? null : owners.get(project.ownerId());
    return new ProjectViewBuilder()
        .key(project.key())
        .id(project.id())
        .name(project.name())
        .description(project.description())
        .isPublic(project.isPublic())
        .type(project.isPersonal() ? "PERSONAL" : "NORMAL")
        .owner(ownerView(owner, base))
        .links(Map.of("self", List.of(Map.of("href", url(project, base)))))
        .avatarUrl(avatarUrl(project, base))
        .build();
  }

  private static @Nullable String avatarUrl(Project project, String base) {
    Integer size = AvatarSize.ofRequest();
    return size == null
        ? null
        : base + "/rest/api/latest/projects/" + project.key() + "/avatar.png?s=" + size;
  }

  private static @Nullable UserView ownerView(@Nullable User owner, String base) {
    return owner == null ? null : UserView.of(owner, base);
  }

  private static String url(Project project, String base) {
    return project.isPersonal()
        ? base + "/users/" + project.key().substring(1).toLowerCase(Locale.ROOT)
        : base + "/projects/" + project.key();
  }
}
