package org.packhouse.app.engine.admission;

import org.packhouse.app.platform.rest.ExceptionName;
import org.packhouse.app.platform.rest.RestException;

/**
 * Refusal of a body that REST or a page would read. It is no {@link java.io.IOException}: Tomcat
 * takes one that it meets while it reads a form for a client that has gone, and closes the
 * connection without an answer.
 */
final class RequestBodyException extends RestException {

  private static final long serialVersionUID = 1L;

  RequestBodyException(int status, ExceptionName name, String sentence) {
    super(status, name, sentence);
  }

  /** The same refusal, for others than Git. */
  static RequestBodyException of(BodyRefusedException refused) {
    return new RequestBodyException(
        refused.status(),
        refused.status() == 503 ? ExceptionName.RESOURCE_BUSY : ExceptionName.ARGUMENT_VALIDATION,
        String.valueOf(refused.getMessage()));
  }
}
