package org.packhouse.app.source.browse.rest;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.storage.content.TreePath;
import org.springframework.core.MethodParameter;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Resolves {@link TreePath} arguments from the {@code {*path}} of the pattern, byte by byte as the
 * client sent it. A path that is not UTF-8, which the container rejects in URLs, is percent-encoded
 * once more in the parameter {@code bytes}.
 */
@Component
final class TreePathArgument implements HandlerMethodArgumentResolver, WebMvcConfigurer {

  @Override
  public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
    resolvers.add(this);
  }

  @Override
  public boolean supportsParameter(MethodParameter parameter) {
    return parameter.getParameterType() == TreePath.class;
  }

  @Override
  public Object resolveArgument(
      MethodParameter parameter,
      @Nullable ModelAndViewContainer container,
      NativeWebRequest web,
      @Nullable WebDataBinderFactory binders) {
    HttpServletRequest request =
        Objects.requireNonNull(web.getNativeRequest(HttpServletRequest.class));
    String bytes = request.getParameter("bytes");
    return bytes == null ? ofUri(request) : TreePath.ofUrl(bytes);
  }

  private static TreePath ofUri(HttpServletRequest request) {
    Object pattern = request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE);
    int wild = String.valueOf(pattern).indexOf("/{*");
    if (wild < 0) {
      return TreePath.ROOT;
    }
    long segments =
        String.valueOf(pattern).substring(0, wild).chars().filter(c -> c == '/').count();
    String uri = request.getRequestURI().substring(request.getContextPath().length());
    int end = 0;
    for (long segment = 0; segment < segments && end >= 0; segment++) {
      end = uri.indexOf('/', end + 1);
    }
    return end < 0 ? TreePath.ROOT : TreePath.ofUrl(uri.substring(end));
  }
}
