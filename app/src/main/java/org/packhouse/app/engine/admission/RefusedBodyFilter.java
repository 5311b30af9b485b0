package org.packhouse.app.engine.admission;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.rest.RestErrorWriter;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/**
 * Answers requests whose body was refused while a filter or servlet read it. A form that declares
 * more than any may have is refused before, as Tomcat would without a sentence.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 130)
final class RefusedBodyFilter extends HttpFilter {

  private static final long serialVersionUID = 1L;

  private final transient RestErrorWriter errors;

  RefusedBodyFilter(RestErrorWriter errors) {
    this.errors = errors;
  }

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    if (GatedInput.isForm(request.getContentType())
        && request.getContentLengthLong() > FormMemory.MAX_BYTES) {
      refuse(request, response, FormMemory.tooLong());
      return;
    }
    try {
      chain.doFilter(request, response);
    } catch (ServletException | RuntimeException e) {
      RequestBodyException refusal = refusal(e);
      if (refusal == null || response.isCommitted()) {
        throw e;
      }
      refuse(request, response, refusal);
    }
  }

  private static @Nullable RequestBodyException refusal(Throwable failure) {
    Throwable cause = failure;
    while (cause != null && !(cause instanceof RequestBodyException)) {
      cause = cause.getCause();
    }
    return (RequestBodyException) cause;
  }

  private void refuse(
      HttpServletRequest request, HttpServletResponse response, RequestBodyException refusal)
      throws IOException {
    response.resetBuffer();
    if (RestErrorWriter.isRest(request)) {
      errors.write(response, refusal);
    } else {
      response.sendError(refusal.restStatus(), refusal.getMessage());
    }
  }
}
