package org.packhouse.app.platform.rest;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.database.DatabaseTrouble;
import org.packhouse.app.platform.node.SharedHomeAwayException;
import org.packhouse.app.platform.refusal.DiskFull;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.stereotype.Component;
import org.springframework.web.context.request.async.AsyncRequestNotUsableException;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;

/**
 * Turns every exception of a REST request into an error of the dialect, and is the one place that
 * logs it. Runs before Spring's own resolvers, which serve other paths; a controller advice cannot
 * tell paths.
 */
@Component
final class RestExceptionResolver implements HandlerExceptionResolver, Ordered {

  private static final Logger LOG = LoggerFactory.getLogger(RestExceptionResolver.class);

  private final RestErrorWriter writer;

  RestExceptionResolver(RestErrorWriter writer) {
    this.writer = writer;
  }

  @Override
  public int getOrder() {
    return HIGHEST_PRECEDENCE;
  }

  @Override
  public @Nullable ModelAndView resolveException(
      HttpServletRequest request,
      HttpServletResponse response,
      @Nullable Object handler,
      Exception exception) {
    if (!RestErrorWriter.isRest(request)) {
      return null;
    }
    try {
      if (exception instanceof AsyncRequestNotUsableException || response.isCommitted()) {
        LOG.debug("The client did not read the response to {}", request.getRequestURI(), exception);
      } else {
        respond(request, response, exception);
      }
    } catch (IOException e) {
      LOG.debug("The client did not read the response to {}", request.getRequestURI(), e);
    }
    return new ModelAndView();
  }

  private void respond(
      HttpServletRequest request, HttpServletResponse response, Exception exception)
      throws IOException {
    Failure failure =
        exception instanceof MovedException moved
            ? redirect(request, moved)
            : Failures.of(unwrapped(exception));
    response.resetBuffer();
    writer.write(response, failure == null ? failed(request, response, exception) : failure);
  }

  private static Failure failed(
      HttpServletRequest request, HttpServletResponse response, Exception exception) {
    String id = response.getHeader("X-AREQUESTID");
    if (SharedHomeAwayException.isCauseOf(exception)) {
      LOG.atLevel(SharedHomeAwayException.level(exception))
          .log(
              "{} {} is refused, request {}: {}",
              request.getMethod(),
              request.getRequestURI(),
              id,
              exception.getMessage());
      return Failures.sharedHomeAway(exception);
    }
    if (DiskFull.isCauseOf(exception)) {
      LOG.warn(
          "{} {} is refused, request {}: the disk is full",
          request.getMethod(),
          request.getRequestURI(),
          id);
      return Failures.diskFull();
    }
    DatabaseTrouble trouble = DatabaseTrouble.of(exception);
    if (trouble != null) {
      LOG.warn(
          "{} {} is refused, request {}: {}",
          request.getMethod(),
          request.getRequestURI(),
          id,
          DatabaseTrouble.causeOf(exception));
    } else {
      LOG.error(
          "{} {} failed, request {}", request.getMethod(), request.getRequestURI(), id, exception);
    }
    return trouble == null ? Failures.internal(id) : Failures.of(trouble);
  }

  private static Failure redirect(HttpServletRequest request, MovedException moved) {
    String query = request.getQueryString() == null ? "" : request.getQueryString();
    return new Failure(
        307, List.of(), Map.of("Location", moved.location(request.getRequestURI(), query)));
  }

  /** A refusal while a body is read is wrapped in the parser's exceptions. */
  private static Throwable unwrapped(Exception exception) {
    if (exception instanceof UncheckedIOException
        || exception instanceof HttpMessageNotReadableException) {
      Throwable cause = exception.getCause();
      while (cause != null && Refusals.of(cause) == null) {
        cause = cause.getCause();
      }
      return cause == null ? exception : cause;
    }
    return exception;
  }
}
