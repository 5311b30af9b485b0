package org.packhouse.app.platform.rest;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;

/**
 * Refuses parameters that cannot be decoded, and those that hold U+0000, which no name, ref or path
 * has and the database cannot store. The first who asks for a parameter gets the container's
 * exception; asked here, it is told from a failure of the server. It stands behind the sign-in, as
 * this reads the body of a form: how long that may be depends on whose it is.
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
