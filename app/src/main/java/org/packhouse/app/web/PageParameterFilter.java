package org.packhouse.app.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.InvalidFieldException;

/**
 * Refuses parameters that contain U+0000, which no name, ref or path has and PostgreSQL cannot
 * store. They are checked when first read, so that a stranger's form is parsed no earlier than
 * without this filter.
 */
final class PageParameterFilter extends HttpFilter {

  private static final long serialVersionUID = 1L;

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    String path = request.getRequestURI().substring(request.getContextPath().length());
    if (path.startsWith("/scm/") || path.startsWith("/rest/")) {
      chain.doFilter(request, response);
      return;
    }
    try {
      chain.doFilter(new Checked(request), response);
    } catch (InvalidFieldException e) {
      // The sign-in reads parameters before any controller, where no error page handles exceptions.
      if (response.isCommitted()) {
        throw e;
      }
      response.sendError(HttpServletResponse.SC_BAD_REQUEST, e.getMessage());
    }
  }

  private static final class Checked extends HttpServletRequestWrapper {

    private boolean checked;

    Checked(HttpServletRequest request) {
      super(request);
    }

    @Override
    public @Nullable String getParameter(String name) {
      check();
      return super.getParameter(name);
    }

    @Override
    public Map<String, String[]> getParameterMap() {
      check();
      return super.getParameterMap();
    }

    @Override
    public Enumeration<String> getParameterNames() {
      return Collections.enumeration(getParameterMap().keySet());
    }

    @Override
    public String @Nullable [] getParameterValues(String name) {
      check();
      return super.getParameterValues(name);
    }

    private void check() {
      if (checked) {
        return;
      }
      super.getParameterMap()
          .forEach((name, values) -> {
            for (String value : values) {
              if (value.indexOf('\0') >= 0) {
                throw new InvalidFieldException(
                    name,
                    "The field %s must not hold the character U+0000."
                        .formatted(InvalidFieldException.quote(name)));
              }
            }
          });
      checked = true;
    }
  }
}
