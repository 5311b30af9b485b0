package org.packhouse.app.engine.http;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.coyote.Constants;
import org.packhouse.app.engine.admission.Exchange;
import org.packhouse.app.engine.git.ResponseTarget;
import org.packhouse.scmcache.ResponseFile;
import org.packhouse.scmcache.ResponseFile.Range;

/**
 * Sends responses over HTTP. Files go out by sendfile where that is cheap: on plain HTTP/1.1, one
 * file after the servlet has returned, several before. Under TLS Tomcat's one poller thread would
 * encrypt them, and HTTP/2 has frames, so both get blocks from the request's thread.
 */
final class HttpTarget implements ResponseTarget {

  private final HttpServletRequest request;
  private final HttpServletResponse response;
  private final ServletOutputStream out;

  HttpTarget(HttpServletRequest request, HttpServletResponse response) throws IOException {
    this.request = request;
    this.response = response;
    this.out = response.getOutputStream();
  }

  @Override
  public OutputStream out() {
    return out;
  }

  @Override
  public void send(ResponseFile file) throws IOException {
    response.setContentLengthLong(file.length());
    Exchange exchange = Exchange.of(request);
    if (file.ranges().size() > 1) {
      sendNow(file, exchange);
      return;
    }
    if (!exchange.transport().sendAfterwards(file)) {
      ResponseTarget.super.send(file);
      return;
    }
    Range range = file.ranges().getFirst();
    exchange.sentLater(file.length());
    request.setAttribute(Constants.SENDFILE_FILENAME_ATTR, range.file().toString());
    request.setAttribute(Constants.SENDFILE_FILE_START_ATTR, range.position());
    request.setAttribute(Constants.SENDFILE_FILE_END_ATTR, range.position() + range.length());
  }

  /** Tomcat's own sendfile takes one file. */
  private void sendNow(ResponseFile file, Exchange exchange) throws IOException {
    try (file) {
      out.flush();
      if (exchange.transport().sendNow(file)) {
        exchange.sentLater(file.length());
      } else {
        ResponseTarget.copy(file, out);
      }
    }
  }
}
