package org.packhouse.app.platform.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.security.KeyStore;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.engine.connector.TestCertificate;
import org.packhouse.app.testing.TestingDatabase;

class WatchedSocketsTest {

  private static final int WATCHED = (int) WatchedSockets.MIN_WATCHED.toMillis();

  private static Socket connect(ServerSocket server) throws IOException {
    Socket socket = new WatchedSockets().createSocket();
    socket.connect(server.getLocalSocketAddress(), 5_000);
    return socket;
  }

  private static ServerSocket silentServer() throws IOException {
    return new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
  }

  @Test
  void endsAReadThatIsNotAnsweredForTheTimeThatWasSaid() throws Exception {
    try (ServerSocket server = silentServer();
        Socket socket = connect(server)) {
      socket.setSoTimeout(WATCHED);
      assertThat(socket.getSoTimeout()).isEqualTo(WATCHED);
      long began = System.nanoTime();
      assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(SocketException.class);
      assertThat(Duration.ofNanos(System.nanoTime() - began))
          .isGreaterThanOrEqualTo(WatchedSockets.MIN_WATCHED);
      assertThat(socket.isClosed()).isTrue();
    }
  }

  @Test
  void endsAReadUnderTls(@TempDir Path directory) throws Exception {
    TestCertificate certificate = TestCertificate.create(directory);
    try (ServerSocket server = tls(certificate).getServerSocketFactory().createServerSocket(0)) {
      Thread.ofVirtual().start(() -> greet(server));
      Socket plain = new WatchedSockets().createSocket();
      plain.connect(new InetSocketAddress("localhost", server.getLocalPort()), 5_000);
      try (Socket socket =
          certificate
              .trusted()
              .getSocketFactory()
              .createSocket(plain, "localhost", server.getLocalPort(), true)) {
        assertThat(socket.getInputStream().read()).isEqualTo('a');
        socket.setSoTimeout(WATCHED);
        assertThatThrownBy(() -> socket.getInputStream().read())
            .isInstanceOf(SocketException.class);
      }
    }
  }

  private static SSLContext tls(TestCertificate certificate) throws Exception {
    char[] password = certificate.password().toCharArray();
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(KeyStore.getInstance(certificate.keyStore().toFile(), password), password);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    return context;
  }

  /** Says one byte to who comes, and then nothing until they leave. */
  private static void greet(ServerSocket server) {
    try (Socket client = server.accept()) {
      client.getOutputStream().write('a');
      client.getInputStream().transferTo(OutputStream.nullOutputStream());
    } catch (IOException _) {
      // They left.
    }
  }

  @Test
  void keepsAConnectionThatHasNothingToRead() throws Exception {
    try (ServerSocket server = silentServer();
        Socket idle = connect(server);
        Socket answered = connect(server);
        Socket first = server.accept();
        Socket second = server.accept()) {
      idle.setSoTimeout(WATCHED);
      answered.setSoTimeout(WATCHED);
      first.getOutputStream().write('a');
      second.getOutputStream().write('a');
      assertThat(answered.getInputStream().read()).isEqualTo('a');
      try (Socket other = connect(server)) {
        other.setSoTimeout(WATCHED);
        // Until the watch has looked after the time of the others.
        assertThatThrownBy(() -> other.getInputStream().read()).isInstanceOf(SocketException.class);
      }
      assertThat(idle.isClosed()).isFalse();
      assertThat(answered.isClosed()).isFalse();
      assertThat(idle.getInputStream().read()).isEqualTo('a');
    }
  }

  @Test
  void leavesShortTimesToTheSocketWhichStaysOpen() throws Exception {
    try (ServerSocket server = silentServer();
        Socket socket = connect(server);
        Socket accepted = server.accept()) {
      socket.setSoTimeout(WATCHED);
      socket.setSoTimeout(20);
      assertThat(socket.getSoTimeout()).isEqualTo(20);
      assertThatThrownBy(() -> socket.getInputStream().read())
          .isInstanceOf(SocketTimeoutException.class);
      accepted.getOutputStream().write('a');
      socket.setSoTimeout(WATCHED);
      assertThat(socket.getInputStream().read()).isEqualTo('a');
    }
  }

  @Test
  void givesAConnectionOfTheDriverUpWhoseStatementTakesTooLong() throws Exception {
    DatabaseAddress address =
        new DatabaseAddress(TestingDatabase.create(), "postgres", "postgres")
            .with("socketTimeout", Long.toString(WatchedSockets.MIN_WATCHED.toSeconds()))
            .with("socketFactory", WatchedSockets.class.getName());
    try (Connection connection =
            DriverManager.getConnection(address.url(), address.user(), address.password());
        Statement statement = connection.createStatement()) {
      try (ResultSet rows = statement.executeQuery("select 1")) {
        assertThat(rows.next()).isTrue();
      }
      assertThatThrownBy(() -> statement.executeQuery("select pg_sleep(60)"))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("08006"));
      assertThat(connection.isClosed()).isTrue();
    }
  }
}
