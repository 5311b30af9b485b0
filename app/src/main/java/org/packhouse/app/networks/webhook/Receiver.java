package org.packhouse.app.networks.webhook;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import org.packhouse.app.networks.webhook.Delivery.Response;
import org.packhouse.app.platform.outbound.OutboundAddresses;
import org.springframework.stereotype.Component;

/**
 * Sends one request to a receiver, on a connection of its own. The host is looked up once, and it
 * is the address that was checked which is connected to, so no second look-up leads elsewhere. No
 * proxy is used, no redirect followed, and no more of a response read than a limit.
 */
@Component
class Receiver {

  private final OutboundAddresses addresses;
  private final WebhookSettings settings;

  Receiver(WebhookSettings settings) {
    this.addresses = new OutboundAddresses(settings.allowedAddresses());
    this.settings = settings;
  }

  /**
   * Posts a body.
   *
   * @param headers besides those that the connection needs
   * @throws IOException if no response came; the message says why, for a person
   */
  Response post(ReceiverUrl url, boolean verifiesTls, Map<String, String> headers, byte[] body)
      throws IOException {
    InetAddress address = address(url);
    try (Socket socket = new Socket();
        Deadline deadline = Deadline.of(socket, settings.timeout())) {
      connect(socket, url, address);
      socket.setSoTimeout((int) settings.timeout().plusSeconds(1).toMillis());
      try (Socket used = url.isTls() ? secured(socket, url, verifiesTls) : socket) {
        used.getOutputStream().write(head(url, headers, body.length));
        used.getOutputStream().write(body);
        used.getOutputStream().flush();
        InputStream in = used.getInputStream();
        return ResponseReader.read(in, (int) settings.maxResponse().toBytes());
      } catch (IOException e) {
        if (deadline.isOver()) {
          throw new IOException(
              "There was no response within %s.".formatted(shown(settings.timeout())), e);
        }
        throw e;
      }
    }
  }

  private InetAddress address(ReceiverUrl url) throws IOException {
    InetAddress[] all;
    try {
      all = InetAddress.getAllByName(url.host());
    } catch (UnknownHostException e) {
      throw new IOException("No host is known by the name " + url.host() + ".", e);
    }
    for (InetAddress each : all) {
      if (!addresses.allows(each)) {
        // Which address a name has inside this network is not told.
        throw new IOException(
            url.host()
                + " is not at a public address. An administrator can allow it by"
                + " webhook.allowed-addresses.");
      }
    }
    return all[0];
  }

  private void connect(Socket socket, ReceiverUrl url, InetAddress address) throws IOException {
    int limit = (int) settings.connectTimeout().toMillis();
    try {
      socket.connect(new InetSocketAddress(address, url.port()), limit);
    } catch (SocketTimeoutException e) {
      throw new IOException(
          "%s took no connection within %s."
              .formatted(url.authority(), shown(settings.connectTimeout())),
          e);
    } catch (IOException e) {
      throw new IOException(
          "%s cannot be connected to: %s".formatted(url.authority(), e.getMessage()), e);
    }
  }

  private static SSLSocket secured(Socket socket, ReceiverUrl url, boolean verifies)
      throws IOException {
    try {
      SSLSocketFactory factory =
          verifies ? (SSLSocketFactory) SSLSocketFactory.getDefault() : trustingAll();
      SSLSocket secured = (SSLSocket) factory.createSocket(socket, url.host(), url.port(), true);
      if (verifies) {
        SSLParameters parameters = secured.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        secured.setSSLParameters(parameters);
      }
      secured.startHandshake();
      return secured;
    } catch (SSLException e) {
      throw new IOException("TLS with %s failed: %s".formatted(url.authority(), e.getMessage()), e);
    } catch (GeneralSecurityException e) {
      throw new IOException("TLS is not to be had", e);
    }
  }

  private static SSLSocketFactory trustingAll() throws GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, new TrustManager[] {new AnyCertificate()}, null);
    return context.getSocketFactory();
  }

  private static byte[] head(ReceiverUrl url, Map<String, String> headers, int length) {
    StringBuilder head = new StringBuilder();
    head.append("POST ").append(url.target()).append(" HTTP/1.1\r\n");
    head.append("Host: ").append(url.authority()).append("\r\n");
    head.append("Connection: close\r\nContent-Length: ").append(length).append("\r\n");
    headers.forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
    return head.append("\r\n").toString().getBytes(StandardCharsets.UTF_8);
  }

  private static String shown(Duration time) {
    return time.toMillis() % 1000 == 0 ? time.toSeconds() + " s" : time.toMillis() + " ms";
  }
}
