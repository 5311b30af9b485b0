package org.packhouse.app.identity.signin;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.web.access.AccessDeniedHandler;
import org.springframework.security.web.csrf.CsrfException;

/** Marks requests refused by a wrong CSRF token, for the page that explains the refusal. */
public final class CsrfRefusals implements AccessDeniedHandler {

  /** The header by which scripts recognise the refusal. */
  public static final String HEADER = "X-Form-Refused";

  private static final String MARK = CsrfRefusals.class.getName();

  CsrfRefusals() {}

  public static boolean has(HttpServletRequest request) {
    return request.getAttribute(MARK) != null;
  }

  @Override
  public void handle(
      HttpServletRequest request, HttpServletResponse response, AccessDeniedException refusal)
      throws IOException {
    if (refusal instanceof CsrfException) {
      request.setAttribute(MARK, true);
      response.setHeader(HEADER, "token");
    }
    response.sendError(HttpServletResponse.SC_FORBIDDEN);
  }
}
