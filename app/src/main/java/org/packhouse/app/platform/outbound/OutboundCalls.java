package org.packhouse.app.platform.outbound;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Sends HTTP/1.1 requests to hosts that users named, each on a connection of its own. The host is
 * resolved once, and the connection goes to the address that was checked, without proxy or
 * redirects. Libraries' clients keep fewer promises to a hostile host: Apache HttpClient 5 reads
 * endless interim responses and refuses an unreadable Content-Length; the JDK's has no resolver of
 * its own.
 */
public final class OutboundCalls {

  private final Predicate<InetAddress> addresses;
  private final String setting;

  /** Names a setting to users as the way to allow an address. */
  public OutboundCalls(Predicate<InetAddress> addresses, String setting) {
    this.addresses = addresses;
    this.setting = setting;
  }

  /** A request; its headers come beside those that the connection needs. */
  @SuppressWarnings("ArrayRecordComponent") // it is sent, never compared
  public record Request(String method, Map<String, String> headers, byte[] body) {
    private static final Pattern LINE = Pattern.compile("[^\\p{Cntrl}]*");

    /** Copies the headers; one of more than a line is an IllegalArgumentException. */
    public Request {
      headers = Map.copyOf(headers);
      headers.forEach((name, value) -> {
        if (!LINE.matcher(name).matches() || !LINE.matcher(value).matches()) {
          throw new IllegalArgumentException("A header is one line: " + name.strip());
        }
      });
    }
  }

  /** Time until the connection is accepted, and for the whole call from then on. */
  public record Limits(Duration connect, Duration whole) {}

  /** Reads the response while the connection is open. */
  public interface Reading<T> {
    T read(OutboundResponse response) throws IOException;
  }

  /** Sends a request and reads the response; the message of a failure tells the user why. */
  public <T> T send(
      WebAddress to, boolean verifiesTls, Request request, Limits limits, Reading<T> reading)
      throws IOException {
    InetAddress address = address(to);
    try (Socket socket = new Socket(Proxy.NO_PROXY);
        Deadline deadline = new Deadline(socket, limits.whole())) {
      connect(socket, to, address, limits.connect());
      socket.setSoTimeout((int) limits.whole().plusSeconds(1).toMillis());
      try (Socket used = to.isTls() ? secured(socket, to, verifiesTls) : socket) {
        used.getOutputStream().write(head(to, request));
        used.getOutputStream().write(request.body());
        used.getOutputStream().flush();
        return reading.read(OutboundResponse.read(used.getInputStream()));
      } catch (IOException e) {
        if (deadline.isOver()) {
          throw new IOException(
              "There was no response within %s.".formatted(shown(limits.whole())), e);
        }
        throw e;
      }
    }
  }

  private InetAddress address(WebAddress to) throws IOException {
    InetAddress[] all;
    try {
      all = InetAddress.getAllByName(to.host());
    } catch (UnknownHostException e) {
      throw new IOException(refusal(to), e);
    }
    for (InetAddress each : all) {
      if (!addresses.test(each)) {
        throw new IOException(refusal(to));
      }
    }
    return all[0];
  }

  /** The message must not tell which names and addresses exist inside this network. */
  private String refusal(WebAddress to) {
    return "%s is not at a public address, or no host is known by that name. An administrator can allow it by %s."
        .formatted(to.host(), setting);
  }

  private static void connect(Socket socket, WebAddress to, InetAddress address, Duration limit)
      throws IOException {
    try {
      socket.connect(new InetSocketAddress(address, to.port()), (int) limit.toMillis());
    } catch (SocketTimeoutException e) {
      throw new IOException(
          "%s took no connection within %s.".formatted(to.authority(), shown(limit)), e);
    } catch (IOException e) {
      throw new IOException(
          "%s cannot be connected to: %s".formatted(to.authority(), e.getMessage()), e);
    }
  }

  private static SSLSocket secured(Socket socket, WebAddress to, boolean verifies)
      throws IOException {
    try {
      SSLSocketFactory factory =
          verifies ? (SSLSocketFactory) SSLSocketFactory.getDefault() : trustingAll();
      SSLSocket secured = (SSLSocket) factory.createSocket(socket, to.host(), to.port(), true);
      if (verifies) {
        SSLParameters parameters = secured.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        secured.setSSLParameters(parameters);
      }
      secured.startHandshake();
      return secured;
    } catch (SSLException e) {
      throw new IOException("TLS with %s failed: %s".formatted(to.authority(), e.getMessage()), e);
    } catch (GeneralSecurityException e) {
      throw new IOException("TLS is not to be had", e);
    }
  }

  private static SSLSocketFactory trustingAll() throws GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, new TrustManager[] {new AnyCertificate()}, null);
    return context.getSocketFactory();
  }

  private static byte[] head(WebAddress to, Request request) {
    StringBuilder head = new StringBuilder();
    head.append(request.method()).append(' ').append(to.target()).append(" HTTP/1.1\r\n");
    head.append("Host: ").append(to.authority()).append("\r\nConnection: close\r\n");
    if (!request.method().equals("GET")) {
      head.append("Content-Length: ").append(request.body().length).append("\r\n");
    }
    request
        .headers()
        .forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
    return head.append("\r\n").toString().getBytes(StandardCharsets.UTF_8);
  }

  private static String shown(Duration time) {
    return time.toMillis() % 1000 == 0 ? time.toSeconds() + " s" : time.toMillis() + " ms";
  }

  /** Trusts any certificate, for receivers whose certificate is not to be verified. */
  private static final class AnyCertificate extends X509ExtendedTrustManager {

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }

  /** Closes a connection at a deadline, however slowly its other end sends. */
  private static final class Deadline implements AutoCloseable {

    private final CompletableFuture<Void> closing;
    private volatile boolean over;

    Deadline(Socket socket, Duration time) {
      closing =
          CompletableFuture.runAsync(
              () -> end(socket),
              CompletableFuture.delayedExecutor(time.toMillis(), TimeUnit.MILLISECONDS));
    }

    private void end(Socket socket) {
      over = true;
      try {
        socket.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    boolean isOver() {
      return over;
    }

    @Override
    public void close() {
      // Completing it cancels the task; cancel() would create an exception for each call.
      closing.complete(null);
    }
  }
}
