package org.packhouse.app.identity.setup;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.packhouse.app.platform.rest.ExceptionName;
import org.packhouse.app.platform.rest.RestErrorWriter;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/** Redirects pages to the set-up page, and refuses REST, until the server is set up. */
@Component
@Order(SetupGate.ORDER)
final class SetupGate extends HttpFilter {

  /** The order of the filter: before authentication. */
  static final int ORDER = -150;

  private static final long serialVersionUID = 1L;

  private static final List<String> OPEN =
      List.of("/setup", "/status", "/scm/", "/assets/", "/webjars/", "/icons/", "/favicon");

  private final transient SetupState state;
  private final transient RestErrorWriter errors;

  SetupGate(SetupState state, RestErrorWriter errors) {
    this.state = state;
    this.errors = errors;
  }

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    if (isOpen(request) || state.isComplete()) {
      chain.doFilter(request, response);
    } else if (RestErrorWriter.isRest(request)) {
      errors.write(
          response,
          HttpServletResponse.SC_SERVICE_UNAVAILABLE,
          ExceptionName.SERVER,
          "The server is not set up yet. Its console says where to do that.");
    } else {
      response.sendRedirect(request.getContextPath() + "/setup");
    }
  }

  private static boolean isOpen(HttpServletRequest request) {
    String path = request.getRequestURI().substring(request.getContextPath().length());
    return OPEN.stream().anyMatch(path::startsWith);
  }
}
