package org.packhouse.app.platform.rest;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;

/**
 * Refuses parameters that cannot be decoded, or that hold U+0000, which the database cannot store.
 * The first read of a parameter throws the container's exception; here it is told from a failure of
 * the server. Runs behind the sign-in, on which a form's permitted length depends.
 */
final class ParameterFilter extends HttpFilter {

  private static final long serialVersionUID = 1L;

  private final transient RestErrorWriter writer;

  ParameterFilter(RestErrorWriter writer) {
    this.writer = writer;
  }

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    Map<String, String[]> parameters;
    try {
      parameters = request.getParameterMap();
    } catch (IllegalStateException e) {
      writer.write(response, Failures.undecodable(e));
      return;
    }
    for (Map.Entry<String, String[]> parameter : parameters.entrySet()) {
      for (String value : parameter.getValue()) {
        if (value.indexOf('\0') >= 0) {
          writer.write(response, Failures.withNul(parameter.getKey(), value));
          return;
        }
      }
    }
    chain.doFilter(request, response);
  }
}
