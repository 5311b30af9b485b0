package org.packhouse.app.engine.http;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.engine.git.GitService;
import org.springframework.stereotype.Component;

/** Decodes the body of a Git request and bounds its length. */
@Component
final class BodyLimits {

  private static final int BUFFER = 8 * 1024;

  /** Bytes of a fetch request once inflated; git compresses no other request. */
  private static final long MAX_FETCH_LENGTH = 64L * 1024 * 1024;

  /** Returns the body, gunzipped if need be; null if it has another encoding. */
  @Nullable InputStream body(HttpServletRequest request, GitService service) throws IOException {
    InputStream body = request.getInputStream();
    String encoding = request.getHeader("Content-Encoding");
    if (encoding == null || encoding.equalsIgnoreCase("identity")) {
      return body;
    }
    if (!encoding.equalsIgnoreCase("gzip") && !encoding.equalsIgnoreCase("x-gzip")) {
      return null;
    }
    InputStream inflated = new GZIPInputStream(body, BUFFER);
    return service == GitService.UPLOAD_PACK
        ? new BoundedInput(inflated, MAX_FETCH_LENGTH)
        : inflated;
  }
}
