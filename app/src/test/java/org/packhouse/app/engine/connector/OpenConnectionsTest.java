package org.packhouse.app.engine.connector;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OpenConnectionsTest {

  private static final int MAX = 4;
  private static final String CROWD = "192.0.2.1";
  private static final String OTHER = "192.0.2.2";
  private static final String PROXY = "10.1.2.3";

  private final OpenConnections connections =
      new OpenConnections(MAX, Duration.ofSeconds(30), List.of("10.0.0.0/8", "2001:db8::1"));
  private final List<SocketChannel> channels = new ArrayList<>();

  @AfterEach
  void close() throws IOException {
    for (SocketChannel channel : channels) {
      channel.close();
    }
  }

  @Test
  void closeTheOldestOfTheNetworkWithMost() throws IOException {
    SocketChannel other = add(OTHER).added();
    SocketChannel first = add(CROWD).added();
    SocketChannel second = add(CROWD).added();
    add(CROWD);
    assertThat(add(CROWD).goes()).isEqualTo(first);
    assertThat(add("192.0.2.3").goes()).isEqualTo(second);
    assertThat(connections.of(other)).isNotNull();
    assertThat(connections.size()).isEqualTo(MAX);
  }

  @Test
  void countTheAddressesOfANetworkTogether() throws IOException {
    add(OTHER);
    add("192.0.2.3");
    SocketChannel first = add("2001:db8:1:1::1").added();
    add("2001:db8:1:1::2");
    assertThat(add("192.0.2.4").goes()).isEqualTo(first);
  }

  @Test
  void keepThoseThatHaveARequest() throws IOException {
    SocketChannel busy = add(CROWD).added();
    SocketChannel first = add(CROWD).added();
    add(CROWD);
    add(OTHER);
    OpenConnection connection = connections.of(busy);
    assertThat(connection).isNotNull();
    connection.requestBegins();
    assertThat(add(OTHER).goes()).isEqualTo(first);
    connection.requestEnds();
    connections.remove(busy);
    assertThat(connections.size()).isEqualTo(MAX - 1);
  }

  @Test
  void closeNoneOfATrustedProxyAndRefuseTheNewcomerInstead() throws IOException {
    for (int i = 0; i < MAX; i++) {
      add(PROXY);
    }
    Added refused = add(CROWD);
    assertThat(refused.goes()).isEqualTo(refused.added());
    assertThat(connections.size()).isEqualTo(MAX);
  }

  @Test
  void findThoseThatSayForTooLongWhatTheyWant() throws IOException {
    SocketChannel silent = add(CROWD).added();
    SocketChannel resting = add(CROWD).added();
    OpenConnection connection = connections.of(resting);
    assertThat(connection).isNotNull();
    connection.becomesIdle();
    long now = System.nanoTime();
    assertThat(connections.late(now)).isEmpty();
    assertThat(connections.late(now + Duration.ofSeconds(31).toNanos())).containsExactly(silent);
  }

  private record Added(SocketChannel added, @Nullable SocketChannel goes) {}

  private Added add(String address) throws IOException {
    SocketChannel channel = SocketChannel.open();
    channels.add(channel);
    return new Added(
        channel, connections.add(channel, InetAddress.ofLiteral(address), candidate -> true));
  }
}
