package org.packhouse.app.engine.ssh;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.testing.TestingSsh;

class SshProxyProtocolTest {

  private static TestingServer server;
  private static TestingSsh ssh;
  private static User user;
  private static Path key;

  @BeforeAll
  static void start() {
    server =
        TestingServer.builder()
            .with("server.ssh.proxy-protocol.enabled", "true")
            .with("server.ssh.proxy-protocol.trusted", "127.0.0.1")
            .with("server.ssh.auth-timeout", "5s")
            .start();
    ssh = TestingSsh.of(server);
    user = TestingPeople.of(server).createUser("proxied", "password-of-a-user");
    key = ssh.createKey(user);
  }

  @AfterAll
  static void stop() {
    ssh.close();
    server.close();
  }

  private static byte[] version1(String address) {
    return ("PROXY TCP4 " + address + " 192.0.2.1 51234 7999\r\n").getBytes(US_ASCII);
  }

  private static byte[] version2(String address) throws IOException {
    return ByteBuffer.allocate(28)
        .put("\r\n\r\n\0\r\nQUIT\n".getBytes(US_ASCII))
        .put((byte) 0x21)
        .put((byte) 0x11)
        .putShort((short) 12)
        .put(InetAddress.getByName(address).getAddress())
        .put(InetAddress.getByName("192.0.2.1").getAddress())
        .putShort((short) 51234)
        .putShort((short) 7999)
        .array();
  }

  /** A proxy for one connection that begins with that header. */
  private static int proxy(byte[] header) throws IOException {
    ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    Thread.ofVirtual()
        .start(() -> {
          try (listener;
              Socket client = listener.accept();
              Socket upstream = new Socket(InetAddress.getLoopbackAddress(), server.sshPort())) {
            upstream.getOutputStream().write(header);
            Thread back = Thread.ofVirtual().start(() -> pump(upstream, client));
            pump(client, upstream);
            back.join();
          } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
    return listener.getLocalPort();
  }

  private static void pump(Socket from, Socket to) {
    try (InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream()) {
      in.transferTo(out);
    } catch (IOException e) {
      assertThat(e).isNotNull();
    }
  }

  private void isServedAndLoggedAs(String address, byte[] header) throws IOException {
    String port = Integer.toString(proxy(header));
    // The first -p on an ssh command line counts.
    List<String> line = new ArrayList<>(ssh.client(key));
    line.set(line.indexOf("-p") + 1, port);
    line.addAll(List.of("-T", "git@localhost"));
    TestingSsh.Result result = TestingSsh.run(ssh.directory(), line.toArray(String[]::new));
    assertThat(result.err()).contains("Hello " + user.displayName());
    Path log = server.home().resolve("log/access.log");
    await()
        .untilAsserted(() ->
            assertThat(Files.readAllLines(log)).anyMatch(l -> l.startsWith(address + " | ssh |")));
  }

  @Test
  void believesATrustedProxyThatSpeaksVersion1() throws IOException {
    isServedAndLoggedAs("203.0.113.7", version1("203.0.113.7"));
  }

  @Test
  void believesATrustedProxyThatSpeaksVersion2() throws IOException {
    isServedAndLoggedAs("203.0.113.8", version2("203.0.113.8"));
  }

  @Test
  void servesTheProxysOwnConnectionsAsItsOwn() throws IOException {
    isServedAndLoggedAs("127.0.0.1", "PROXY UNKNOWN\r\n".getBytes(US_ASCII));
  }

  @Test
  void refusesAConnectionWithoutAHeader() {
    TestingSsh.Result result = ssh.ssh(key, List.of("-T"));
    assertThat(result.status()).isEqualTo(255);
    assertThat(result.err()).doesNotContain("Hello");
  }

  @Test
  void saysNothingToAConnectionWithABrokenHeader() throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.sshPort())) {
      socket.setSoTimeout(20_000);
      socket.getOutputStream().write("PROXY TCP4 nonsense\r\n".getBytes(US_ASCII));
      assertThat(new String(socket.getInputStream().readAllBytes(), ISO_8859_1)).isEmpty();
    }
  }

  @Test
  void closesAConnectionThatSendsNoHeaderInTime() throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.sshPort())) {
      socket.setSoTimeout(20_000);
      assertThat(socket.getInputStream().read()).isEqualTo(-1);
    }
  }

  @Test
  void refusesAProxyThatIsNotTrusted() throws IOException {
    try (Socket socket = new Socket()) {
      socket.bind(new InetSocketAddress("127.0.0.2", 0));
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.sshPort()));
      socket.setSoTimeout(20_000);
      socket.getOutputStream().write(version1("203.0.113.9"));
      assertThat(socket.getInputStream().read()).isEqualTo(-1);
    } catch (SocketException e) {
      assertThat(e).hasMessageContaining("reset");
    }
  }
}
