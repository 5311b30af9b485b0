package org.packhouse.app.engine.admission;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.rest.ExceptionName;
import org.packhouse.app.platform.rest.RestErrorWriter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers requests that the container refuses before it knows for whom they are, such as those with
 * a malformed URL: in the REST dialect below {@code /rest/}, else in a sentence of plain text.
 */
public final class RefusalReport extends ErrorReportValve {

  private static final Logger LOG = LoggerFactory.getLogger(RefusalReport.class);
  private static final int MAX_LENGTH = 300;

  private final RestErrorWriter errors;
  private final String restPath;

  /**
   * Makes one.
   *
   * @param context the context path, empty if there is none
   */
  public RefusalReport(RestErrorWriter errors, String context) {
    this.errors = errors;
    this.restPath = context + "/rest/";
  }

  @Override
  protected void report(Request request, Response response, @Nullable Throwable throwable) {
    int status = response.getStatus();
    if (status < 400 || response.getContentWritten() > 0 || !response.setErrorReported()) {
      return;
    }
    String reason = reason(status, throwable, response.getMessage());
    ExceptionName name = status < 500 ? ExceptionName.ARGUMENT_VALIDATION : ExceptionName.SERVER;
    respond(request, response, HttpRefusal.of(status, reason), name);
  }

  /** Refuses a request that the server has no room for, in the same form. */
  void refuse(Request request, Response response, String sentence, Duration retryAfter) {
    respond(
        request,
        response,
        new HttpRefusal(HttpServletResponse.SC_SERVICE_UNAVAILABLE, sentence, null, retryAfter),
        ExceptionName.RESOURCE_BUSY);
  }

  private void respond(
      Request request, Response response, HttpRefusal refusal, ExceptionName name) {
    try {
      if (isRest(request.getRequestURI(), refusal.sentence())) {
        Duration later = refusal.retryAfter();
        if (later != null) {
          response.setHeader("Retry-After", Long.toString(later.toSeconds()));
        }
        errors.write(response, refusal.status(), name, refusal.sentence());
      } else {
        refusal.send(response);
      }
    } catch (IOException | IllegalStateException e) {
      LOG.debug("The client did not read why its request is refused", e);
    }
  }

  /**
   * Of a target with a character that no URL has, only the message of the refusal knows. Of one
   * that is too long nobody knows; those that are belong to programs.
   */
  private boolean isRest(@Nullable String uri, String reason) {
    if (uri == null || uri.isEmpty()) {
      return reason.contains("[" + restPath) || !reason.contains("[");
    }
    return uri.replaceAll("/{2,}", "/").startsWith(restPath);
  }

  private static String reason(
      int status, @Nullable Throwable throwable, @Nullable String message) {
    if (status >= 500) {
      return "The server failed to serve this request.";
    }
    String text = throwable == null ? message : throwable.getMessage();
    String reason =
        text == null || text.isBlank()
            ? "it is not a request of HTTP as RFC 9112 and RFC 3986 define it"
            : text;
    StringBuilder sentence = new StringBuilder("The request is refused: ");
    reason
        .codePoints()
        .limit(MAX_LENGTH)
        .map(c -> Character.isISOControl(c) ? '?' : c)
        .forEach(sentence::appendCodePoint);
    return sentence.toString();
  }
}
