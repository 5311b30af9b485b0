package org.packhouse.app.engine.http;

import jakarta.servlet.http.HttpServletResponse;
import java.io.InputStream;
import org.packhouse.app.engine.admission.BodyRefusedException;
import org.packhouse.app.platform.rest.CountedInput;

/** A stream that fails beyond a length. */
final class BoundedInput extends CountedInput {

  private final long limit;
  private long left;

  BoundedInput(InputStream in, long limit) {
    super(in);
    this.limit = limit;
    this.left = limit;
  }

  @Override
  protected void count(long bytes) throws BodyRefusedException {
    left -= bytes;
    if (left < 0) {
      throw new BodyRefusedException(
          HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE,
          "The request inflates to more than " + limit + " bytes.");
    }
  }
}
