package org.packhouse.app.web;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.NoSuchProjectException;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.repository.ResourceArgument;
import org.packhouse.app.identity.permission.Permissions;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.signin.CurrentCaller;
import org.packhouse.app.platform.refusal.NotPermittedException;
import org.packhouse.app.web.layout.Links;
import org.springframework.core.MethodParameter;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.ModelAndViewContainer;

/**
 * Resolves the project that {@link ResourceArgument} finds, and adds it to the model as {@code
 * project}.
 */
@Component
class ProjectViewArgument implements PageArgument {

  private final ResourceArgument resources;
  private final Permissions permissions;
  private final CurrentCaller callers;

  ProjectViewArgument(ResourceArgument resources, Permissions permissions, CurrentCaller callers) {
    this.resources = resources;
    this.permissions = permissions;
    this.callers = callers;
  }

  @Override
  public boolean supportsParameter(MethodParameter parameter) {
    return parameter.getParameterType() == ProjectView.class
        && parameter.hasParameterAnnotation(Requires.class);
  }

  @Override
  public ProjectView resolveArgument(
      MethodParameter parameter,
      @Nullable ModelAndViewContainer container,
      NativeWebRequest web,
      @Nullable WebDataBinderFactory binders) {
    ProjectView view = ProjectView.of(find(parameter, web), callers.get(), permissions);
    if (container != null) {
      container.addAttribute("project", view);
      container.addAttribute("section", "projects");
    }
    return view;
  }

  private Project find(MethodParameter parameter, NativeWebRequest web) {
    try {
      return resources.project(parameter, web);
    } catch (NoSuchProjectException _) {
      throw new NotPermittedException("", false, false);
    } catch (org.packhouse.app.platform.rest.MovedException e) {
      throw new MovedException(Links.toPlace(e.place()));
    }
  }
}
