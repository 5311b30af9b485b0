package org.packhouse.app.web;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Requires;
import org.springframework.core.MethodParameter;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.method.support.ModelAndViewContainer;
import org.springframework.web.servlet.HandlerMapping;

/** Resolves the repository if the path names one, else the project. */
@Component
class ResourceViewArgument implements PageArgument {

  private final ProjectViewArgument projects;
  private final RepositoryViewArgument repositories;

  ResourceViewArgument(ProjectViewArgument projects, RepositoryViewArgument repositories) {
    this.projects = projects;
    this.repositories = repositories;
  }

  @Override
  public boolean supportsParameter(MethodParameter parameter) {
    return parameter.getParameterType() == ResourceView.class
        && parameter.hasParameterAnnotation(Requires.class);
  }

  @Override
  public ResourceView resolveArgument(
      MethodParameter parameter,
      @Nullable ModelAndViewContainer container,
      NativeWebRequest web,
      @Nullable WebDataBinderFactory binders) {
    Object variables =
        web.getAttribute(
            HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE, RequestAttributes.SCOPE_REQUEST);
    return variables instanceof Map<?, ?> named && named.containsKey("slug")
        ? repositories.resolveArgument(parameter, container, web, binders)
        : projects.resolveArgument(parameter, container, web, binders);
  }
}
