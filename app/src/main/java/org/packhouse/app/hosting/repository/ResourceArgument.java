package org.packhouse.app.hosting.repository;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.NoSuchProjectException;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.permission.ResourceId;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.identity.signin.Authenticator.FreshRepository;
import org.packhouse.app.identity.signin.CurrentCaller;
import org.packhouse.app.platform.rest.MovedException;
import org.packhouse.app.platform.rest.RestPathFilter;
import org.springframework.core.MethodParameter;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Resolves handler arguments: the project or repository that the path names, if the caller holds
 * what the argument {@linkplain Requires requires}. An optional repository is empty if hidden or
 * absent.
 */
@Component
public class ResourceArgument implements HandlerMethodArgumentResolver, WebMvcConfigurer {

  private static final Set<Class<?>> TYPES =
      Set.of(
          Project.class,
          Repository.class,
          Optional.class,
          Resource.class,
          ResourceId.class,
          ProjectId.class);

  private static final String RESOLVED = ResourceArgument.class.getName() + ".repository";

  private final ResourceAccess access;
  private final CachedRepositories remembered;
  private final CurrentCaller callers;

  ResourceArgument(ResourceAccess access, CachedRepositories remembered, CurrentCaller callers) {
    this.access = access;
    this.remembered = remembered;
    this.callers = callers;
  }

  @Override
  public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
    resolvers.add(this);
  }

  @Override
  public boolean supportsParameter(MethodParameter parameter) {
    return TYPES.contains(parameter.getParameterType())
        && parameter.hasParameterAnnotation(Requires.class);
  }

  @Override
  public Object resolveArgument(
      MethodParameter parameter,
      @Nullable ModelAndViewContainer container,
      NativeWebRequest web,
      @Nullable WebDataBinderFactory binders) {
    if (parameter.getParameterType() == Project.class) {
      return project(parameter, web);
    }
    if (parameter.getParameterType() == Repository.class) {
      return repository(parameter, web);
    }
    if (parameter.getParameterType() == Optional.class) {
      try {
        return Optional.of(repository(parameter, web));
      } catch (NoSuchRepositoryException | NoSuchProjectException e) {
        return Optional.empty();
      }
    }
    Resource resource = resource(parameter, web);
    return parameter.getParameterType() == Resource.class ? resource : resource.id();
  }

  private Resource resource(MethodParameter parameter, NativeWebRequest web) {
    if (PathVariables.of(web).slug() == null) {
      return new Resource(project(parameter, web), null);
    }
    Repository repository = repository(parameter, web);
    return new Resource(repository.project(), repository);
  }

  public Project project(MethodParameter parameter, NativeWebRequest web) {
    Permission permission = required(parameter, Permission.Scope.PROJECT);
    Caller caller = callers.get();
    PathVariables path = PathVariables.of(web);
    String key = Objects.requireNonNull(path.key(), "The path names no project");
    try {
      return access.project(caller, key, permission);
    } catch (MovedException e) {
      if (path.namesUser()) {
        throw (NoSuchProjectException) new NoSuchProjectException(key).initCause(e);
      }
      throw e;
    }
  }

  /** Returns the repository that an argument before has resolved in this request. */
  public static Optional<Repository> resolved(NativeWebRequest web) {
    return Optional.ofNullable(
        (Repository) web.getAttribute(RESOLVED, RequestAttributes.SCOPE_REQUEST));
  }

  public Repository repository(MethodParameter parameter, NativeWebRequest web) {
    Repository repository = find(parameter, web);
    web.setAttribute(RESOLVED, repository, RequestAttributes.SCOPE_REQUEST);
    return repository;
  }

  private Repository find(MethodParameter parameter, NativeWebRequest web) {
    Permission permission = required(parameter, Permission.Scope.REPOSITORY);
    Caller caller = callers.get();
    PathVariables path = PathVariables.of(web);
    if (path.id() != null) {
      return access.repository(caller, id(path.id(), parameter), permission);
    }
    String key = Objects.requireNonNull(path.key(), "The path names no project");
    String slug = Objects.requireNonNull(path.slug(), "The path names no repository");
    try {
      FreshRepository fresh = callers.repository(key, slug);
      return fresh == null
          ? access.repository(caller, key, slug, permission)
          : access.repository(caller, key, slug, permission, remembered.find(fresh));
    } catch (MovedException e) {
      if (path.namesUser()) {
        throw (NoSuchRepositoryException) new NoSuchRepositoryException(key, slug).initCause(e);
      }
      throw e;
    }
  }

  private static Permission required(MethodParameter parameter, Permission.Scope scope) {
    Requires required =
        Objects.requireNonNull(parameter.getParameterAnnotation(Requires.class), "@Requires");
    return Arrays.stream(required.value())
        .filter(permission -> permission.scope() == scope)
        .findFirst()
        .orElseThrow(() ->
            new IllegalStateException(
                "%s requires nothing of a %s".formatted(parameter.getMethod(), scope)));
  }

  private static long id(String text, MethodParameter parameter) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new MethodArgumentTypeMismatchException(text, long.class, "repositoryId", parameter, e);
    }
  }

  /**
   * The variables of a path.
   *
   * @param key of the project; {@code ~slug} where the path names a user
   * @param slug of the repository, or its name, by which some clients ask
   * @param namesUser whether a REST path names a user: a former name of a user redirects nowhere
   */
  private record PathVariables(
      @Nullable String key, @Nullable String slug, @Nullable String id, boolean namesUser) {

    static PathVariables of(NativeWebRequest web) {
      HttpServletRequest request =
          Objects.requireNonNull(web.getNativeRequest(HttpServletRequest.class));
      Object variables = request.getAttribute(HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE);
      Map<?, ?> named = variables instanceof Map<?, ?> map ? map : Map.of();
      String project = first(named, "projectKey", "key");
      String user = first(named, "userSlug", "user");
      String key = project == null && user != null ? "~" + user : project;
      String repository = first(named, "slug", "repositorySlug");
      return new PathVariables(
          key,
          repository == null || repository.indexOf(' ') < 0
              ? repository
              : RepositoryRules.slug(repository),
          first(named, "repositoryId"),
          RestPathFilter.namesUser(request));
    }

    private static @Nullable String first(Map<?, ?> variables, String... names) {
      for (String name : names) {
        if (variables.get(name) instanceof String value) {
          return value;
        }
      }
      return null;
    }
  }
}
