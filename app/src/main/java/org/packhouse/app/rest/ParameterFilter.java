package org.packhouse.app.rest;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * Refuses parameters that cannot be decoded. The first who asks for a parameter gets the
 * container's exception; asked here, it is told from a failure of the server.
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
    try {
      request.getParameterMap();
    } catch (IllegalStateException e) {
      writer.write(response, Failures.undecodable(e));
      return;
    }
    chain.doFilter(request, response);
  }
}
