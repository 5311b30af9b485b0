package org.packhouse.app.identity.signin;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.web.access.AccessDeniedHandler;
import org.springframework.security.web.csrf.CsrfException;

/**
 * Marks requests whose form is refused because its token is not that of the browser: somebody has
 * signed in or out since it was opened, or it is another site's. The page about it says which.
 */
public final class CsrfRefusals implements AccessDeniedHandler {

  /** The header of the response, by which scripts know it. */
  public static final String HEADER = "X-Form-Refused";

  private static final String MARK = CsrfRefusals.class.getName();

  CsrfRefusals() {}

  /** Whether the form of a request was refused. */
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
