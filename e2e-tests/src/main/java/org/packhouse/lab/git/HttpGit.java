package org.packhouse.lab.git;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.packhouse.lab.wire.Body;
import org.packhouse.lab.wire.HttpAsk;
import org.packhouse.lab.wire.HttpConnection;
import org.packhouse.lab.wire.HttpReply;
import org.packhouse.lab.wire.Traffic;
import org.packhouse.lab.wire.VerificationException;

/**
 * Git over HTTP. The headers are git's; credentials go with the first request, as a build agent
 * sends them that was given the header.
 */
final class HttpGit implements GitConnection {

  /** Longer requests for a fetch are compressed by git. */
  private static final int COMPRESSED = 1024;

  /** Git sees whether it may send a pack at all before it sends one that is longer than this. */
  private static final long PROBED = 1 << 20;

  private final HttpConnection http;
  private final Service service;
  private final String repository;
  private final Map<String, String> common = new LinkedHashMap<>();

  /**
   * Makes one.
   *
   * @param repository its path on the server
   * @param headers those of every request
   */
  HttpGit(
      HttpConnection http,
      Service service,
      String repository,
      int protocol,
      Map<String, String> headers) {
    this.http = http;
    this.service = service;
    this.repository = repository;
    common.put("User-Agent", "git/" + Agent.NAME);
    common.put("Accept-Encoding", "identity");
    if (protocol == 2 && service == Service.UPLOAD_PACK) {
      common.put("Git-Protocol", "version=2");
    }
    common.putAll(headers);
  }

  @Override
  public Greeting greeting() throws IOException {
    Map<String, String> headers = new LinkedHashMap<>(common);
    headers.put("Accept", "*/*");
    headers.put("Pragma", "no-cache");
    String target = repository + "/info/refs?service=" + service.command();
    PktReader in = respond(new HttpAsk("GET", target, headers, null), "advertisement");
    Greeting greeting = Greeting.read(in);
    in.end();
    return greeting;
  }

  @Override
  public PktReader ask(Body body) throws IOException {
    if (service == Service.RECEIVE_PACK && body.length() > PROBED) {
      answered(post(Body.of(new PktLines().flush().bytes())));
    }
    return post(body);
  }

  private PktReader post(Body body) throws IOException {
    Map<String, String> headers = new LinkedHashMap<>(common);
    headers.put("Content-Type", "application/x-" + service.command() + "-request");
    headers.put("Accept", "application/x-" + service.command() + "-result");
    Body sent = body;
    if (service == Service.UPLOAD_PACK && body.length() > COMPRESSED) {
      headers.put("Content-Encoding", "gzip");
      sent = compressed(body);
    }
    String target = repository + "/" + service.command();
    return respond(new HttpAsk("POST", target, headers, sent), "result");
  }

  private PktReader respond(HttpAsk ask, String kind) throws IOException {
    HttpReply response = http.send(ask).ok();
    String due = "application/x-%s-%s".formatted(service.command(), kind);
    if (!response.type().equals(due)) {
      throw new VerificationException(
          "The server answered with the type \"%s\" in place of %s"
              .formatted(response.type(), due));
    }
    return new PktReader(response.body());
  }

  private static Body compressed(Body body) throws IOException {
    ByteArrayOutputStream small = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(small);
        InputStream bytes = body.open()) {
      bytes.transferTo(out);
    }
    return Body.of(small.toByteArray());
  }

  @Override
  public void answered(PktReader response) throws IOException {
    response.end();
  }

  @Override
  public void goodbye(byte[] last) {
    // each request was complete
  }

  @Override
  public boolean stateless() {
    return true;
  }

  @Override
  public Traffic traffic() {
    return http.traffic();
  }

  @Override
  public void close() throws IOException {
    http.close();
  }
}
