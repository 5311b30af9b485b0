package org.packhouse.app.identity.auth;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Permissions;
import org.packhouse.app.identity.permission.Requires;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/**
 * Lets those pass who hold the global permission that a handler, or else its controller,
 * {@linkplain Requires requires}, before any argument is read.
 */
final class RequiredOfHandlers implements HandlerInterceptor {

  private final CurrentCaller callers;
  private final Permissions permissions;

  RequiredOfHandlers(CurrentCaller callers, Permissions permissions) {
    this.callers = callers;
    this.permissions = permissions;
  }

  @Override
  public boolean preHandle(
      HttpServletRequest request, HttpServletResponse response, Object handler) {
    if (handler instanceof HandlerMethod method) {
      Requires required = required(method);
      if (required != null) {
        for (Permission permission : required.value()) {
          permissions.check(callers.get(), permission);
        }
      }
    }
    return true;
  }

  private static @Nullable Requires required(HandlerMethod method) {
    Requires own = method.getMethodAnnotation(Requires.class);
    return own != null ? own : AnnotationUtils.findAnnotation(method.getBeanType(), Requires.class);
  }
}
