package org.packhouse.app.platform.rest;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.servlet.HandlerInterceptor;

/**
 * The parameter {@code avatarSize} of any request: users and projects in the response get {@code
 * avatarUrl}. Parsed before the request is served, so that a wrong one changes nothing.
 */
public final class AvatarSize implements HandlerInterceptor {

  private static final String NAME = "avatarSize";
  private static final String ATTRIBUTE = AvatarSize.class.getName();

  AvatarSize() {}

  /** Returns the pixels that the current request asks for; null: it asks for no avatars. */
  public static @Nullable Integer ofRequest() {
    RequestAttributes request = RequestContextHolder.getRequestAttributes();
    return request == null
        ? null
        : (Integer) request.getAttribute(ATTRIBUTE, RequestAttributes.SCOPE_REQUEST);
  }

  @Override
  public boolean preHandle(
      HttpServletRequest request, HttpServletResponse response, Object handler) {
    String text = request.getParameter(NAME);
    if (text != null && !text.isEmpty()) {
      request.setAttribute(ATTRIBUTE, parse(text));
    }
    return true;
  }

  private static int parse(String text) {
    try {
      int size = Integer.parseInt(text);
      if (size > 0) {
        return size;
      }
    } catch (NumberFormatException e) {
      // Answered below, like a number that is too small.
    }
    throw new InvalidFieldException(
        NAME,
        "The parameter avatarSize must be a whole number above 0, not %s."
            .formatted(InvalidFieldException.quote(text)));
  }
}
