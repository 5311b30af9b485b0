package org.packhouse.app.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission.Scope;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.permission.ResourceId;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.rest.Open;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.web.ProjectView;
import org.packhouse.app.web.RepositoryView;
import org.packhouse.app.web.ResourceView;
import org.springframework.core.MethodParameter;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** Every handler of REST and of pages says what its caller must hold, or that it is open. */
class RequiredPermissionsTest {

  /** What an argument may require, by its type. */
  private static final Map<Class<?>, Set<Scope>> SCOPES =
      Map.ofEntries(
          Map.entry(Caller.class, EnumSet.of(Scope.GLOBAL)),
          Map.entry(ResourceView.class, EnumSet.of(Scope.PROJECT, Scope.REPOSITORY)),
          Map.entry(ProjectId.class, EnumSet.of(Scope.PROJECT)),
          Map.entry(Resource.class, EnumSet.of(Scope.PROJECT, Scope.REPOSITORY)),
          Map.entry(User.class, EnumSet.of(Scope.GLOBAL)),
          Map.entry(Project.class, EnumSet.of(Scope.PROJECT)),
          Map.entry(ProjectView.class, EnumSet.of(Scope.PROJECT)),
          Map.entry(Repository.class, EnumSet.of(Scope.REPOSITORY)),
          Map.entry(RepositoryView.class, EnumSet.of(Scope.REPOSITORY)),
          Map.entry(ResourceId.class, EnumSet.of(Scope.PROJECT, Scope.REPOSITORY)),
          Map.entry(PullRequest.class, EnumSet.of(Scope.REPOSITORY)));

  private final TestingServer server = TestingServer.shared();

  @Test
  void everyHandlerSaysWhoMay() {
    List<String> wrong = new ArrayList<>();
    handlers()
        .forEach((info, handler) -> {
          String problem = problem(handler);
          if (problem != null) {
            wrong.add(info + " (" + handler.getShortLogMessage() + ") " + problem);
          }
        });
    assertThat(wrong).isEmpty();
  }

  @Test
  void requirementsFitWhatTheyStandOn() {
    List<String> wrong = new ArrayList<>();
    handlers()
        .forEach((info, handler) -> {
          for (Requires on : onWhole(handler)) {
            if (!scopes(on).equals(EnumSet.of(Scope.GLOBAL))) {
              wrong.add(info + " requires " + on + " of no argument");
            }
          }
          for (MethodParameter parameter : handler.getMethodParameters()) {
            Requires required = parameter.getParameterAnnotation(Requires.class);
            if (required != null
                && !scopes(required)
                    .equals(
                        SCOPES.getOrDefault(
                            parameter.nestedIfOptional().getNestedParameterType(), Set.of()))) {
              wrong.add(info + " requires " + required + " of a " + parameter.getParameterType());
            }
          }
        });
    assertThat(wrong).isEmpty();
  }

  private Map<RequestMappingInfo, HandlerMethod> handlers() {
    Map<RequestMappingInfo, HandlerMethod> handlers =
        new LinkedHashMap<>(server.get(RequestMappingHandlerMapping.class).getHandlerMethods());
    handlers
        .values()
        .removeIf(handler -> !handler.getBeanType().getName().startsWith("org.packhouse."));
    assertThat(handlers).hasSizeGreaterThan(300);
    return handlers;
  }

  private static @Nullable String problem(HandlerMethod handler) {
    boolean open =
        handler.hasMethodAnnotation(Open.class)
            || handler.getBeanType().isAnnotationPresent(Open.class);
    boolean requires =
        !onWhole(handler).isEmpty()
            || Arrays.stream(handler.getMethodParameters())
                .anyMatch(it -> it.hasParameterAnnotation(Requires.class));
    if (open == requires) {
      return open ? "says that it is open and what it requires" : "does not say who may";
    }
    return null;
  }

  private static List<Requires> onWhole(HandlerMethod handler) {
    List<Requires> found = new ArrayList<>();
    Requires own = handler.getMethodAnnotation(Requires.class);
    Requires all = handler.getBeanType().getAnnotation(Requires.class);
    if (own != null) {
      found.add(own);
    }
    if (all != null) {
      found.add(all);
    }
    return found;
  }

  private static Set<Scope> scopes(Requires requires) {
    Set<Scope> scopes = EnumSet.noneOf(Scope.class);
    Arrays.stream(requires.value()).forEach(permission -> scopes.add(permission.scope()));
    return scopes;
  }
}
