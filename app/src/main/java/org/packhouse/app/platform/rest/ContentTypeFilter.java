package org.packhouse.app.platform.rest;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;

/** Refuses bodies whose content type is a wildcard such as {@code *}{@code /*}. */
final class ContentTypeFilter extends HttpFilter {

  private static final long serialVersionUID = 1L;

  private final transient RestErrorWriter writer;

  ContentTypeFilter(RestErrorWriter writer) {
    this.writer = writer;
  }

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    String type = request.getContentType();
    if (type != null && type.split(";", 2)[0].contains("*")) {
      writer.write(response, Failures.unsupported(type, List.of()));
    } else {
      chain.doFilter(request, response);
    }
  }
}
