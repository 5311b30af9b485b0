package org.packhouse.app.identity.user.rest;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;

/**
 * Marks requests whose response shows users without the e-mail addresses of their accounts: those
 * by a key or token that belongs to a project or repository and to no person.
 */
public final class WithheldAddresses {

  private static final String ATTRIBUTE = WithheldAddresses.class.getName();

  private WithheldAddresses() {}

  /** Withholds addresses from a request. */
  public static void from(HttpServletRequest request) {
    request.setAttribute(ATTRIBUTE, true);
  }

  /** Whether they are withheld from the request that this thread serves. */
  public static boolean inRequest() {
    RequestAttributes request = RequestContextHolder.getRequestAttributes();
    return request != null
        && request.getAttribute(ATTRIBUTE, RequestAttributes.SCOPE_REQUEST) != null;
  }
}
