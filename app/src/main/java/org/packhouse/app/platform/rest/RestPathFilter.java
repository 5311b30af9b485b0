package org.packhouse.app.platform.rest;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.springframework.web.util.UriUtils;

/** Gives each REST path its {@link RestPathForm}, before any other filter reads it. */
public final class RestPathFilter extends HttpFilter {

  private static final long serialVersionUID = 1L;
  private static final String NAMES_USER = RestPathFilter.class.getName() + ".namesUser";

  /** Returns whether the client named a user for the user's personal project. */
  public static boolean namesUser(HttpServletRequest request) {
    return request.getAttribute(NAMES_USER) != null;
  }

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    String context = request.getContextPath();
    RestPathForm form = RestPathForm.of(request.getRequestURI().substring(context.length()));
    if (form == null) {
      chain.doFilter(request, response);
      return;
    }
    if (form.namesUser()) {
      request.setAttribute(NAMES_USER, true);
    }
    String decoded;
    try {
      // As the container decodes: an encoded slash stays one.
      decoded =
          UriUtils.decode(form.path().replaceAll("%(2[Ff])", "%25$1"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException _) {
      // The firewall refuses the request and names what is wrong with its path.
      chain.doFilter(request, response);
      return;
    }
    chain.doFilter(new RequestWithPath(request, context + form.path(), decoded), response);
  }

  private static final class RequestWithPath extends HttpServletRequestWrapper {

    private final String uri;
    private final String servletPath;

    RequestWithPath(HttpServletRequest request, String uri, String servletPath) {
      super(request);
      this.uri = uri;
      this.servletPath = servletPath;
    }

    @Override
    public String getRequestURI() {
      return uri;
    }

    @Override
    public String getServletPath() {
      return servletPath;
    }
  }
}
