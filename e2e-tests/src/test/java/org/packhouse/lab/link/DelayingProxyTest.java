package org.packhouse.lab.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The least time that a link takes is held; how long it takes at most is the machine's matter. */
@Timeout(60)
class DelayingProxyTest {

  private final ServerSocket echo;

  DelayingProxyTest() throws IOException {
    echo = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::serve);
  }

  private void serve() {
    while (!echo.isClosed()) {
      try {
        Socket client = echo.accept();
        Thread.ofVirtual().start(() -> echo(client));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void echo(Socket client) {
    try (client) {
      client.getInputStream().transferTo(client.getOutputStream());
    } catch (IOException gone) {
      // a client may go when it likes
    }
  }

  @AfterEach
  void stop() throws IOException {
    echo.close();
  }

  @Test
  void bringsEveryByteInOrder() throws IOException {
    byte[] sent = new byte[3_000_000];
    new Random(1).nextBytes(sent);
    try (DelayingProxy proxy = proxy(0, 20);
        Socket socket = connect(proxy)) {
      Thread.ofVirtual().start(() -> send(socket, sent));
      assertThat(socket.getInputStream().readAllBytes()).isEqualTo(sent);
    }
  }

  @Test
  void takesARoundTripForTheConnectionAndOneForEachExchange() throws IOException {
    try (DelayingProxy proxy = proxy(0, 60)) {
      long begun = System.nanoTime();
      try (Socket socket = connect(proxy)) {
        for (int i = 0; i < 3; i++) {
          socket.getOutputStream().write(i);
          assertThat(socket.getInputStream().read()).isEqualTo(i);
        }
      }
      assertThat(since(begun)).isGreaterThanOrEqualTo(Duration.ofMillis(4 * 60));
    }
  }

  @Test
  void letsNoMoreThroughThanTheLineTakes() throws IOException {
    try (DelayingProxy proxy = proxy(100_000, 0)) {
      long begun = System.nanoTime();
      try (Socket socket = connect(proxy)) {
        Thread.ofVirtual().start(() -> send(socket, new byte[40_000]));
        assertThat(socket.getInputStream().readAllBytes()).hasSize(40_000);
      }
      assertThat(since(begun)).isGreaterThanOrEqualTo(Duration.ofMillis(300));
    }
  }

  @Test
  void hangsUpWhenTheServerIsNotThere() throws IOException {
    echo.close();
    try (DelayingProxy proxy = proxy(0, 10);
        Socket socket = connect(proxy);
        InputStream in = socket.getInputStream()) {
      assertThat(in.read()).isEqualTo(-1);
    }
  }

  @Test
  void keepsToTheRateOfABucket() throws IOException {
    TokenBucket bucket = new TokenBucket(1_000_000);
    long begun = System.nanoTime();
    for (int i = 0; i < 30; i++) {
      bucket.spend(10_000);
    }
    assertThat(since(begun)).isGreaterThanOrEqualTo(Duration.ofMillis(240));
  }

  private DelayingProxy proxy(long bytesPerSecond, int millis) throws IOException {
    return DelayingProxy.before(
        new InetSocketAddress(echo.getInetAddress(), echo.getLocalPort()),
        new Link(bytesPerSecond, Duration.ofMillis(millis)));
  }

  private static Socket connect(DelayingProxy proxy) throws IOException {
    return new Socket(proxy.address().getAddress(), proxy.address().getPort());
  }

  private static void send(Socket socket, byte[] bytes) {
    try {
      OutputStream out = socket.getOutputStream();
      out.write(bytes);
      socket.shutdownOutput();
    } catch (IOException gone) {
      // the reader sees that bytes are missing
    }
  }

  private static Duration since(long begun) {
    return Duration.ofNanos(System.nanoTime() - begun);
  }
}
