package org.packhouse.app.identity.user.rest;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;

/**
 * Marks requests by keys and tokens of projects and repositories: responses hide account addresses.
 */
public final class WithheldAddresses {

  private static final String ATTRIBUTE = WithheldAddresses.class.getName();

  private WithheldAddresses() {}

  public static void from(HttpServletRequest request) {
    request.setAttribute(ATTRIBUTE, true);
  }

  public static boolean inRequest() {
    RequestAttributes request = RequestContextHolder.getRequestAttributes();
    return request != null
        && request.getAttribute(ATTRIBUTE, RequestAttributes.SCOPE_REQUEST) != null;
  }
}
