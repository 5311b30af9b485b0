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
 * Answers requests that the container refuses before they reach a servlet, such as those with a
 * malformed URL: in the REST dialect below {@code /rest/}, else in plain text.
 */
public final class RefusalReport extends ErrorReportValve {

  private static final Logger LOG = LoggerFactory.getLogger(RefusalReport.class);
  private static final int MAX_LENGTH = 300;

  private final RestErrorWriter errors;
  private final String restPath;

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

  /** Only the message quotes a target with a character that no URL has. */
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
