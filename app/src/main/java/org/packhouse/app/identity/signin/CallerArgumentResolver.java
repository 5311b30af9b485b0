package org.packhouse.app.identity.signin;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permissions;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.refusal.NotPermittedException;
import org.springframework.core.MethodParameter;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;

/** Resolves arguments of type {@link Caller} or {@link User}, with what they {@link Requires}. */
final class CallerArgumentResolver implements HandlerMethodArgumentResolver {

  private final CurrentCaller callers;
  private final Permissions permissions;

  CallerArgumentResolver(CurrentCaller callers, Permissions permissions) {
    this.callers = callers;
    this.permissions = permissions;
  }

  @Override
  public boolean supportsParameter(MethodParameter parameter) {
    Class<?> type = parameter.getParameterType();
    return type == Caller.class
        || (type == User.class && parameter.hasParameterAnnotation(Requires.class));
  }

  @Override
  public Object resolveArgument(
      MethodParameter parameter,
      @Nullable ModelAndViewContainer container,
      NativeWebRequest request,
      @Nullable WebDataBinderFactory binders) {
    Caller caller = callers.get();
    User user = caller.user();
    boolean one = parameter.getParameterType() == User.class;
    if (one && user == null && !(caller instanceof Caller.Anonymous)) {
      throw new NotPermittedException("An access key or token is nobody's account.", true, false);
    }
    Requires required = parameter.getParameterAnnotation(Requires.class);
    if (required != null) {
      permissions.check(caller, required.value()[0]);
    }
    return one ? Objects.requireNonNull(user) : caller;
  }
}
