package org.packhouse.app.engine.admission;

import org.packhouse.app.platform.rest.ExceptionName;
import org.packhouse.app.platform.rest.RestException;

/**
 * Refusal of a REST or page body. Not an {@link java.io.IOException}: Tomcat takes one that it
 * meets while it reads a form for a client that has gone, and closes the connection.
 */
final class RequestBodyException extends RestException {

  private static final long serialVersionUID = 1L;

  RequestBodyException(int status, ExceptionName name, String sentence) {
    super(status, name, sentence);
  }

  static RequestBodyException of(BodyRefusedException refused) {
    return new RequestBodyException(
        refused.status(),
        refused.status() == 503 ? ExceptionName.RESOURCE_BUSY : ExceptionName.ARGUMENT_VALIDATION,
        String.valueOf(refused.getMessage()));
  }
}
