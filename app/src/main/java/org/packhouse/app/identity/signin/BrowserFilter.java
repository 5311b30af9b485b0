package org.packhouse.app.identity.signin;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.List;

/** Runs a filter for REST and pages only: nothing may wrap the streams of the Git servlet. */
final class BrowserFilter implements Filter {

  private static final List<String> PASSED_BY =
      List.of("/scm/", "/webjars/", "/assets/", "/icons/", "/-/");

  private final Filter filter;

  BrowserFilter(Filter filter) {
    this.filter = filter;
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    if (request instanceof HttpServletRequest http && passesBy(http)) {
      chain.doFilter(request, response);
    } else {
      filter.doFilter(request, response, chain);
    }
  }

  private static boolean passesBy(HttpServletRequest request) {
    int context = request.getContextPath().length();
    String uri = request.getRequestURI();
    return uri.startsWith("/status", context)
        || PASSED_BY.stream().anyMatch(prefix -> uri.startsWith(prefix, context));
  }
}
