package org.packhouse.app.web;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.NoSuchProjectException;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.recent.RecentRepositories;
import org.packhouse.app.hosting.repository.NoSuchRepositoryException;
import org.packhouse.app.hosting.repository.Repositories;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.RepositoryState;
import org.packhouse.app.hosting.repository.ResourceArgument;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Permissions;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.signin.CurrentCaller;
import org.packhouse.app.platform.node.ServerAddress;
import org.packhouse.app.platform.refusal.NotPermittedException;
import org.packhouse.app.platform.rest.MovedException;
import org.packhouse.app.web.layout.Links;
import org.springframework.core.MethodParameter;
import org.springframework.stereotype.Component;
import org.springframework.ui.ModelMap;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.method.support.ModelAndViewContainer;
import org.springframework.web.servlet.HandlerMapping;

/**
 * Resolves the project or repository that {@link ResourceArgument} finds, and adds it to the model
 * as {@code project} or {@code repo}. A {@link ResourceView} is the repository if the path names
 * one.
 */
@Component
record ResourceViewArgument(
    ResourceArgument resources,
    Repositories repositories,
    Permissions permissions,
    RecentRepositories recent,
    CurrentCaller callers,
    ServerAddress address)
    implements PageArgument {

  @Override
  public boolean supportsParameter(MethodParameter parameter) {
    return ResourceView.class.isAssignableFrom(parameter.getParameterType())
        && parameter.hasParameterAnnotation(Requires.class);
  }

  @Override
  public ResourceView resolveArgument(
      MethodParameter parameter,
      @Nullable ModelAndViewContainer container,
      NativeWebRequest web,
      @Nullable WebDataBinderFactory binders) {
    Class<?> type = parameter.getParameterType();
    ModelMap model = container == null ? new ModelMap() : container.getModel();
    boolean ofRepository =
        type == RepositoryView.class || (type == ResourceView.class && namesRepository(web));
    try {
      return ofRepository
          ? repository(resources.repository(parameter, web), parameter, model)
          : project(resources.project(parameter, web), model);
    } catch (NoSuchProjectException | NoSuchRepositoryException _) {
      throw new NotPermittedException("", false, false);
    } catch (MovedException e) {
      throw new RedirectException(Links.toPlace(e.place()) + (ofRepository ? rest(web) : ""), true);
    }
  }

  private static boolean namesRepository(NativeWebRequest web) {
    Object variables =
        web.getAttribute(
            HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE, RequestAttributes.SCOPE_REQUEST);
    return variables instanceof Map<?, ?> named && named.containsKey("slug");
  }

  private ProjectView project(Project project, ModelMap model) {
    ProjectView view = ProjectView.of(project, callers.get(), permissions);
    model.addAttribute("project", view);
    model.addAttribute("section", "projects");
    return view;
  }

  private RepositoryView repository(
      Repository repository, MethodParameter parameter, ModelMap model) {
    Caller caller = callers.get();
    if (caller.user() != null) {
      recent.note(caller.user().id(), repository.id());
    }
    if (repository.state() != RepositoryState.AVAILABLE && !mayBeUnfinished(parameter)) {
      throw new RedirectException(Links.to(repository) + "/import", false);
    }
    RepositoryId id = new RepositoryId(repository.id());
    String key = repository.project().key();
    RepositoryView view =
        new RepositoryView(
            repository,
            caller,
            Links.to(repository),
            address.httpCloneUrl(key, repository.slug()),
            address.sshCloneUrl(key, repository.slug()),
            permissions.test(caller, id, Permission.REPO_WRITE),
            permissions.test(caller, id, Permission.REPO_ADMIN));
    model.addAttribute("repo", view);
    model.addAttribute("section", "repository");
    model.addAttribute("forkedFrom", origin(repository, caller));
    return view;
  }

  private static boolean mayBeUnfinished(MethodParameter parameter) {
    Requires required = parameter.getParameterAnnotation(Requires.class);
    return parameter.hasParameterAnnotation(Unfinished.class)
        || (required != null && List.of(required.value()).contains(Permission.REPO_ADMIN));
  }

  private @Nullable Repository origin(Repository fork, Caller caller) {
    Long id = fork.originId();
    return id == null
        ? null
        : repositories
            .findById(id)
            .filter(it -> permissions.test(caller, new RepositoryId(it.id()), Permission.REPO_READ))
            .orElse(null);
  }

  /** Returns the part of the URL behind the repository, still encoded. */
  private static String rest(NativeWebRequest web) {
    HttpServletRequest request =
        Objects.requireNonNull(web.getNativeRequest(HttpServletRequest.class));
    String rest = RequestedPath.behind(4, request);
    return request.getQueryString() == null ? rest : rest + "?" + request.getQueryString();
  }
}
