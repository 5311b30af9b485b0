package org.packhouse.app.web.pullrequest;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequests;
import org.packhouse.app.web.PageArgument;
import org.packhouse.app.web.RepositoryView;
import org.springframework.core.MethodParameter;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.method.support.ModelAndViewContainer;
import org.springframework.web.servlet.HandlerMapping;

/**
 * Gives pages the pull request that their path names as {@code {number}}, in the repository of the
 * {@link RepositoryView} among the arguments before it.
 */
@Component
record PullRequestArgument(PullRequests pullRequests) implements PageArgument {

  private static final String NUMBER = "number";

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
    if (container == null
        || !(container.getDefaultModel().get("repo") instanceof RepositoryView view)) {
      throw new IllegalStateException(
          "%s has no RepositoryView before the pull request".formatted(parameter.getMethod()));
    }
    return pullRequests.require(view.repository(), number(parameter, web));
  }

  private static long number(MethodParameter parameter, NativeWebRequest web) {
    Object variables =
        web.getAttribute(
            HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE, RequestAttributes.SCOPE_REQUEST);
    Object text = variables instanceof Map<?, ?> named ? named.get(NUMBER) : null;
    try {
      return Long.parseLong(String.valueOf(text));
    } catch (NumberFormatException e) {
      throw new MethodArgumentTypeMismatchException(text, long.class, NUMBER, parameter, e);
    }
  }
}
