package org.packhouse.app.platform.rest;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.packhouse.app.platform.database.DatabaseTrouble;
import org.packhouse.app.platform.node.SharedHomeAwayException;
import org.packhouse.app.platform.refusal.DiskFull;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Writes errors of the dialect, for filters and security as for controllers. */
@Component
public class RestErrorWriter {

  /** Content type of JSON responses; some clients compare the whole header. */
  public static final String CONTENT_TYPE = "application/json;charset=UTF-8";

  private final JsonMapper json;

  RestErrorWriter(JsonMapper json) {
    this.json = json;
  }

  public static boolean isRest(HttpServletRequest request) {
    return isRest(request, request.getRequestURI());
  }

  static boolean isRest(HttpServletRequest request, String uri) {
    return uri.replaceAll("/{2,}", "/").startsWith(request.getContextPath() + "/rest/");
  }

  public void write(HttpServletResponse response, int status, ExceptionName name, String message)
      throws IOException {
    write(response, Failure.of(status, name, message));
  }

  public void write(HttpServletResponse response, RestFailure failure) throws IOException {
    write(response, new Failure(failure.restStatus(), failure.restErrors(), Map.of()));
  }

  public void write(HttpServletResponse response, DatabaseTrouble trouble) throws IOException {
    write(response, Failures.of(trouble));
  }

  /** Reports a failure of the shared home, a disk or the database; false if it is none of them. */
  public boolean writeTrouble(HttpServletResponse response, Throwable failure) throws IOException {
    DatabaseTrouble trouble = DatabaseTrouble.of(failure);
    if (SharedHomeAwayException.isCauseOf(failure)) {
      write(response, Failures.sharedHomeAway(failure));
    } else if (DiskFull.isCauseOf(failure)) {
      write(response, Failures.diskFull());
    } else if (trouble != null) {
      write(response, trouble);
    } else {
      return false;
    }
    return true;
  }

  void write(HttpServletResponse response, Failure failure) throws IOException {
    response.setStatus(failure.status());
    failure.headers().forEach(response::setHeader);
    if (failure.errors().isEmpty()) {
      response.setContentLength(0);
      return;
    }
    byte[] body = json.writeValueAsBytes(new Body(failure.errors()));
    response.setContentType(CONTENT_TYPE);
    response.setContentLength(body.length);
    response.getOutputStream().write(body);
  }

  private record Body(List<RestError> errors) {}
}
