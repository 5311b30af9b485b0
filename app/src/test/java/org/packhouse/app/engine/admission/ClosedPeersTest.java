package org.packhouse.app.engine.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.engine.admission.ClosedPeers.Connection;

class ClosedPeersTest {

  @Test
  void readsTheTablesOfTheKernel(@TempDir Path proc) throws IOException {
    Files.createDirectories(proc.resolve("net"));
    Files.writeString(
        proc.resolve("net/tcp"),
        """
          sl  local_address rem_address   st tx_queue rx_queue tr tm->when
           0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000
           1: 0100007F:1F90 0200000A:D431 08 00000000:00000000 00:00000000
           2: 0100007F:1F90 0300000A:D431 01 00000000:00000000 00:00000000
        """);
    Files.writeString(
        proc.resolve("net/tcp6"),
        """
          sl  local_address remote_address st
           0: 00000000000000000000000001000000:1F90 B80D0120000000000000000001000000:0050 08 0
           1: 0000000000000000FFFF00000100007F:1F90 0000000000000000FFFF00000400000A:0051 08 0
        """);
    assertThat(new ClosedPeers(proc).read())
        .containsExactlyInAnyOrder(
            connection("10.0.0.2", 54321),
            connection("2001:db8::1", 80),
            connection("10.0.0.4", 81));
  }

  @Test
  void findsAConnectionOfThisMachineThatItsClientHasClosed() throws IOException {
    ClosedPeers peers = new ClosedPeers(Path.of("/proc/self"));
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
        Socket accepted = server.accept()) {
      Connection connection =
          new Connection(
              server.getLocalPort(), (InetSocketAddress) accepted.getRemoteSocketAddress());
      assertThat(peers.read()).doesNotContain(connection);
      client.shutdownOutput();
      await().untilAsserted(() -> assertThat(peers.read()).contains(connection));
    }
  }

  @Test
  void knowsNoneWhereThereIsNoTable(@TempDir Path nothing) {
    assertThat(new ClosedPeers(nothing).read()).isEmpty();
  }

  private static Connection connection(String address, int port) throws IOException {
    return new Connection(8080, new InetSocketAddress(InetAddress.getByName(address), port));
  }
}
