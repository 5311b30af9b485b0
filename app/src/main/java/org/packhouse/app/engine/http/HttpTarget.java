package org.packhouse.app.engine.http;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.coyote.Constants;
import org.packhouse.app.engine.connector.Exchange;
import org.packhouse.app.engine.git.ResponseTarget;
import org.packhouse.scmcache.ResponseFile;

/**
 * The way to a client over HTTP. A file goes out by sendfile where that is cheap: on plain
 * HTTP/1.1, after the servlet has returned. TLS would be encrypted by Tomcat's one poller thread
 * then, and HTTP/2 has its frames, so both get it in blocks from the thread of the request.
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
    if (!exchange.transport().takes(file)) {
      ResponseTarget.super.send(file);
      return;
    }
    exchange.sentLater(file.length());
    request.setAttribute(Constants.SENDFILE_FILENAME_ATTR, file.path().toString());
    request.setAttribute(Constants.SENDFILE_FILE_START_ATTR, file.position());
    request.setAttribute(Constants.SENDFILE_FILE_END_ATTR, file.position() + file.length());
  }
}
