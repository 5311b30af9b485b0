package org.packhouse.app.web;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
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
import org.packhouse.app.web.layout.Links;
import org.springframework.core.MethodParameter;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.ModelAndViewContainer;

/**
 * Resolves the repository that {@link ResourceArgument} finds, and adds it to the model as {@code
 * repo}.
 */
@Component
class RepositoryViewArgument implements PageArgument {

  private final ResourceArgument resources;
  private final Repositories repositories;
  private final Permissions permissions;
  private final RecentRepositories recent;
  private final CurrentCaller callers;
  private final ServerAddress address;

  RepositoryViewArgument(
      ResourceArgument resources,
      Repositories repositories,
      Permissions permissions,
      RecentRepositories recent,
      CurrentCaller callers,
      ServerAddress address) {
    this.resources = resources;
    this.repositories = repositories;
    this.permissions = permissions;
    this.recent = recent;
    this.callers = callers;
    this.address = address;
  }

  @Override
  public boolean supportsParameter(MethodParameter parameter) {
    return parameter.getParameterType() == RepositoryView.class
        && parameter.hasParameterAnnotation(Requires.class);
  }

  @Override
  public RepositoryView resolveArgument(
      MethodParameter parameter,
      @Nullable ModelAndViewContainer container,
      NativeWebRequest web,
      @Nullable WebDataBinderFactory binders) {
    Caller caller = callers.get();
    Repository repository = find(parameter, web);
    if (caller.user() != null) {
      recent.note(caller.user().id(), repository.id());
    }
    if (repository.state() != RepositoryState.AVAILABLE && !mayBeUnfinished(parameter)) {
      throw new MovedException(Links.to(repository) + "/import", false);
    }
    RepositoryView view = view(repository, caller);
    if (container != null) {
      container.addAttribute("repo", view);
      container.addAttribute("section", "repository");
      container.addAttribute("forkedFrom", origin(repository, caller));
    }
    return view;
  }

  private Repository find(MethodParameter parameter, NativeWebRequest web) {
    try {
      return resources.repository(parameter, web);
    } catch (NoSuchRepositoryException _) {
      throw new NotPermittedException("", false, false);
    } catch (org.packhouse.app.platform.rest.MovedException e) {
      HttpServletRequest request =
          Objects.requireNonNull(web.getNativeRequest(HttpServletRequest.class));
      throw new MovedException(Links.toPlace(e.place()) + rest(request));
    }
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

  private RepositoryView view(Repository repository, Caller caller) {
    RepositoryId id = new RepositoryId(repository.id());
    String key = repository.project().key();
    return new RepositoryView(
        repository,
        caller,
        Links.to(repository),
        address.httpCloneUrl(key, repository.slug()),
        address.sshCloneUrl(key, repository.slug()),
        permissions.test(caller, id, Permission.REPO_WRITE),
        permissions.test(caller, id, Permission.REPO_ADMIN));
  }

  /** Returns the part of the URL behind the repository, still encoded. */
  private static String rest(HttpServletRequest request) {
    String path = request.getRequestURI().substring(request.getContextPath().length());
    int end = 0;
    for (int segment = 0; segment < 4 && end >= 0; segment++) {
      end = path.indexOf('/', end + 1);
    }
    String rest = end < 0 ? "" : path.substring(end);
    return request.getQueryString() == null ? rest : rest + "?" + request.getQueryString();
  }
}
