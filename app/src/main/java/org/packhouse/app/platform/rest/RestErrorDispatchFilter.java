package org.packhouse.app.platform.rest;

import jakarta.servlet.FilterChain;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.database.DatabaseTrouble;
import org.packhouse.app.platform.node.SharedHomeAwayException;

/** Answers error dispatches in the dialect in place of the container's error page. */
final class RestErrorDispatchFilter extends HttpFilter {

  private static final long serialVersionUID = 1L;

  private final transient RestErrorWriter writer;

  RestErrorDispatchFilter(RestErrorWriter writer) {
    this.writer = writer;
  }

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    Object uri = request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI);
    if (!(uri instanceof String path) || !RestErrorWriter.isRest(request, path)) {
      chain.doFilter(request, response);
      return;
    }
    int status =
        request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE) instanceof Integer code
            ? code
            : 500;
    Object message = request.getAttribute(RequestDispatcher.ERROR_MESSAGE);
    Object cause = request.getAttribute(RequestDispatcher.ERROR_EXCEPTION);
    if (cause instanceof Throwable failure && SharedHomeAwayException.isCauseOf(failure)) {
      writer.write(response, Failures.sharedHomeAway(failure));
      return;
    }
    DatabaseTrouble trouble =
        cause instanceof Throwable failure ? DatabaseTrouble.of(failure) : null;
    writer.write(
        response,
        trouble == null
            ? failure(status, message, response.getHeader("X-AREQUESTID"))
            : Failures.of(trouble));
  }

  private static Failure failure(int status, @Nullable Object message, @Nullable String requestId) {
    if (status >= 500) {
      return Failures.internal(requestId);
    }
    String text = message instanceof String given && !given.isEmpty() ? given : null;
    return switch (status) {
      case 401 ->
          Failure.of(
              status,
              ExceptionName.AUTHENTICATION_REQUIRED,
              "Authentication is required to access this resource.");
      case 403 ->
          Failure.of(
              status,
              ExceptionName.AUTHORISATION,
              "You are not permitted to access this resource.");
      case 404 -> Failures.unknownRoute();
      default ->
          Failure.nameless(status, text == null ? "The request is refused: " + status + "." : text);
    };
  }
}
