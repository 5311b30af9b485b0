package org.packhouse.app.source.comment.rest;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.ResourceArgument;
import org.packhouse.app.identity.signin.CurrentCaller;
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
 * Resolves handler arguments: the {@link CommentTarget} that the path names, in the repository
 * among the arguments before it.
 */
@Component
class CommentTargetArgument implements HandlerMethodArgumentResolver, WebMvcConfigurer {

  private final List<CommentTarget.Kind> kinds;
  private final CurrentCaller callers;

  CommentTargetArgument(List<CommentTarget.Kind> kinds, CurrentCaller callers) {
    this.kinds = kinds;
    this.callers = callers;
  }

  @Override
  public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
    resolvers.add(this);
  }

  @Override
  public boolean supportsParameter(MethodParameter parameter) {
    return parameter.getParameterType() == CommentTarget.class;
  }

  @Override
  public CommentTarget resolveArgument(
      MethodParameter parameter,
      @Nullable ModelAndViewContainer container,
      NativeWebRequest web,
      @Nullable WebDataBinderFactory binders)
      throws IOException {
    Map<?, ?> variables =
        (Map<?, ?>)
            Objects.requireNonNull(
                web.getAttribute(
                    HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE,
                    RequestAttributes.SCOPE_REQUEST));
    CommentTarget.Kind kind =
        kinds.stream().filter(it -> variables.containsKey(it.variable())).findFirst().orElseThrow();
    String id = String.valueOf(variables.get(kind.variable()));
    try {
      return kind.require(ResourceArgument.resolved(web).orElseThrow(), id, callers.get());
    } catch (NumberFormatException e) {
      throw new MethodArgumentTypeMismatchException(id, long.class, kind.variable(), parameter, e);
    }
  }
}
