package org.packhouse.app.review.pullrequest;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.ResourceArgument;
import org.packhouse.app.identity.permission.Requires;
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
 * Resolves handler arguments: the pull request that the path names, as {@code {pullRequestId}} in
 * REST and {@code {number}} in pages, in the repository among the arguments before it. An argument
 * that {@linkplain Requires requires} a permission needs no such repository. REST handlers take it
 * last, so that a malformed request is refused before the pull request is looked up.
 */
@Component
class PullRequestArgument implements HandlerMethodArgumentResolver, WebMvcConfigurer {

  private static final String REST = "pullRequestId";
  private static final String PAGES = "number";

  private final PullRequests pullRequests;
  private final ResourceArgument resources;

  PullRequestArgument(PullRequests pullRequests, ResourceArgument resources) {
    this.pullRequests = pullRequests;
    this.resources = resources;
  }

  @Override
  public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
    resolvers.add(this);
  }

  @Override
  public boolean supportsParameter(MethodParameter parameter) {
    return parameter.getParameterType() == PullRequest.class;
  }

  @Override
  public PullRequest resolveArgument(
      MethodParameter parameter,
      @Nullable ModelAndViewContainer container,
      NativeWebRequest web,
      @Nullable WebDataBinderFactory binders) {
    Repository repository =
        parameter.hasParameterAnnotation(Requires.class)
            ? resources.repository(parameter, web)
            : ResourceArgument.resolved(web)
                .orElseThrow(() ->
                    new IllegalStateException(
                        "%s has no repository before the pull request"
                            .formatted(parameter.getMethod())));
    return pullRequests.require(repository, number(parameter, web));
  }

  private static long number(MethodParameter parameter, NativeWebRequest web) {
    Map<?, ?> variables =
        (Map<?, ?>)
            Objects.requireNonNull(
                web.getAttribute(
                    HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE,
                    RequestAttributes.SCOPE_REQUEST));
    String name = variables.containsKey(REST) ? REST : PAGES;
    Object text = variables.get(name);
    try {
      return Long.parseLong(String.valueOf(text));
    } catch (NumberFormatException e) {
      throw new MethodArgumentTypeMismatchException(text, long.class, name, parameter, e);
    }
  }
}
