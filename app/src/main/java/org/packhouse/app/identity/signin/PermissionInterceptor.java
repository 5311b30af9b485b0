package org.packhouse.app.identity.signin;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.lang.annotation.Annotation;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.ByToken;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Permissions;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.user.rest.WithheldAddresses;
import org.packhouse.app.platform.rest.Open;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/**
 * Requires the global permission of a handler or its controller before arguments are read. Only
 * {@link Open} handlers change anything for anonymous callers, only those marked {@link ByToken}
 * administer the server by a token.
 */
public final class PermissionInterceptor implements HandlerInterceptor {

  private static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS");

  private final CurrentCaller callers;
  private final Permissions permissions;

  PermissionInterceptor(CurrentCaller callers, Permissions permissions) {
    this.callers = callers;
    this.permissions = permissions;
  }

  @Override
  public boolean preHandle(
      HttpServletRequest request, HttpServletResponse response, Object handler) {
    // An error page requires nothing: the database that knows the caller may have failed.
    boolean failed = request.getAttribute(RequestDispatcher.ERROR_EXCEPTION) != null;
    if (!failed && handler instanceof HandlerMethod method) {
      if (changes(request) && !has(ByToken.class, method)) {
        callers.withholdAdministrationFromToken();
      }
      if (callers.get() instanceof Caller.ResourceBound) {
        WithheldAddresses.from(request);
      }
      Requires required = required(method);
      if (required != null) {
        for (Permission permission : required.value()) {
          permissions.check(callers.get(), permission);
        }
      }
      if (callers.get() instanceof Caller.Anonymous
          && changes(request)
          && !has(Open.class, method)) {
        permissions.check(callers.get(), Permission.LICENSED_USER);
      }
    }
    return true;
  }

  private static boolean changes(HttpServletRequest request) {
    return !READING.contains(request.getMethod());
  }

  private static boolean has(Class<? extends Annotation> annotation, HandlerMethod method) {
    return method.hasMethodAnnotation(annotation)
        || AnnotationUtils.findAnnotation(method.getBeanType(), annotation) != null;
  }

  private static @Nullable Requires required(HandlerMethod method) {
    Requires own = method.getMethodAnnotation(Requires.class);
    return own != null ? own : AnnotationUtils.findAnnotation(method.getBeanType(), Requires.class);
  }
}
