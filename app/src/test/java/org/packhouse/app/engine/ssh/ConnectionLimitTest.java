package org.packhouse.app.engine.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ConnectionLimitTest {

  private static final InetSocketAddress CROWD = new InetSocketAddress("192.0.2.1", 22);
  private static final InetSocketAddress ALONE = new InetSocketAddress("192.0.2.2", 22);

  private final ConnectionLimit limit = new ConnectionLimit(10);
  private final List<EmbeddedChannel> channels = new ArrayList<>();

  @AfterEach
  void close() {
    channels.forEach(EmbeddedChannel::finishAndReleaseAll);
  }

  @Test
  void keepsWhoComesAloneThroughAFlood() {
    EmbeddedChannel alone = accepted(ALONE);
    for (int i = 0; i < 100; i++) {
      accepted(CROWD);
    }
    assertThat(alone.isOpen()).isTrue();
    assertThat(limit.size()).isEqualTo(10);
    assertThat(channels.getLast().isOpen()).isTrue();
    assertThat(channels.stream().filter(EmbeddedChannel::isOpen).count()).isEqualTo(10);
  }

  @Test
  void countsAProxysConnectionsByTheClientsThatItNames() {
    EmbeddedChannel alone = accepted(null);
    limit.named(alone, ALONE);
    for (int i = 0; i < 100; i++) {
      limit.named(accepted(null), CROWD);
    }
    assertThat(alone.isOpen()).isTrue();
    limit.authenticated(alone);
    assertThat(limit.size()).isEqualTo(9);
  }

  private EmbeddedChannel accepted(@Nullable InetSocketAddress client) {
    EmbeddedChannel channel = new EmbeddedChannel();
    channels.add(channel);
    limit.accepted(channel, client);
    return channel;
  }
}
