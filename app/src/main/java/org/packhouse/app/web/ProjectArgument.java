package org.packhouse.app.web;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.project.Projects;
import org.packhouse.app.identity.auth.CurrentCaller;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.NotPermittedException;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Permissions;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.springframework.core.MethodParameter;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.ModelAndViewContainer;
import org.springframework.web.servlet.HandlerMapping;

/**
 * Finds the project that a page's URL names and lets those pass who may see it, or who administer
 * it where the parameter has {@link Administered}. Puts it into the model as {@code project}.
 */
@Component
class ProjectArgument implements PageArgument {

  private final Projects projects;
  private final Permissions permissions;
  private final CurrentCaller callers;

  ProjectArgument(Projects projects, Permissions permissions, CurrentCaller callers) {
    this.projects = projects;
    this.permissions = permissions;
    this.callers = callers;
  }

  @Override
  public boolean supportsParameter(MethodParameter parameter) {
    return parameter.getParameterType() == ProjectView.class;
  }

  @Override
  public ProjectView resolveArgument(
      MethodParameter parameter,
      @Nullable ModelAndViewContainer container,
      NativeWebRequest web,
      @Nullable WebDataBinderFactory binders) {
    HttpServletRequest request =
        Objects.requireNonNull(web.getNativeRequest(HttpServletRequest.class));
    Caller caller = callers.get();
    Project project = find(key(request), caller);
    ProjectId id = new ProjectId(project.id());
    permissions.check(caller, id, Permission.PROJECT_VIEW);
    if (parameter.hasParameterAnnotation(Administered.class)) {
      permissions.check(caller, id, Permission.PROJECT_ADMIN);
    }
    ProjectView view =
        new ProjectView(
            project,
            caller,
            Links.to(project),
            permissions.test(caller, id, Permission.REPO_CREATE),
            permissions.test(caller, id, Permission.PROJECT_ADMIN));
    if (container != null) {
      container.addAttribute("project", view);
      container.addAttribute("section", "projects");
    }
    return view;
  }

  private Project find(String key, Caller caller) {
    Optional<Project> present = projects.findByKey(key);
    if (present.isPresent()) {
      return present.get();
    }
    Project moved =
        projects
            .findByFormerKey(key)
            .orElseThrow(() -> new NotPermittedException("", false, caller.user() == null));
    permissions.check(caller, new ProjectId(moved.id()), Permission.PROJECT_VIEW);
    throw new MovedException(Links.to(moved));
  }

  /** The key that the URL names: {@code /users/name} is the project {@code ~name}. */
  static String key(HttpServletRequest request) {
    String user = variable(request, "user");
    return user.isEmpty() ? variable(request, "key") : "~" + user;
  }

  static String variable(HttpServletRequest request, String name) {
    Object variables = request.getAttribute(HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE);
    return variables instanceof Map<?, ?> map && map.get(name) instanceof String value ? value : "";
  }
}
