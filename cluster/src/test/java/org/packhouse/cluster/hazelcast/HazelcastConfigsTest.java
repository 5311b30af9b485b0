package org.packhouse.cluster.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.config.Config;
import com.hazelcast.spi.properties.ClusterProperty;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.cluster.hazelcast.HazelcastOptions.Group;

class HazelcastConfigsTest {

  private static Config config(int members) {
    List<String> all = IntStream.range(0, members).mapToObj(i -> "192.0.2." + i + ":5701").toList();
    return HazelcastConfigs.of(
        TestingMembers.member("node-1"),
        new HazelcastOptions(
            new Group("tests", "a secret of tests"),
            "127.0.0.1",
            5701,
            all,
            null,
            Duration.ofSeconds(1)));
  }

  private static int seconds(Config config, String property) {
    return Integer.parseInt(config.getProperty(property));
  }

  @ParameterizedTest
  @ValueSource(ints = {5, 10, 20, 40})
  void heartbeatsGrowWithTheMembersAndNotWithTheirSquare(int members) {
    int interval = seconds(config(members), ClusterProperty.HEARTBEAT_INTERVAL_SECONDS.getName());
    assertThat(members * (members - 1) / interval).isLessThanOrEqualTo(4 * members);
  }

  @Test
  void aFewMembersMissOneThatIsGoneAsSoonAsEver() {
    Config config = config(3);
    assertThat(seconds(config, ClusterProperty.HEARTBEAT_INTERVAL_SECONDS.getName())).isEqualTo(1);
    assertThat(seconds(config, ClusterProperty.MAX_NO_HEARTBEAT_SECONDS.getName())).isEqualTo(10);
  }

  @Test
  void aHeartbeatMayBeLost() {
    Config config = config(40);
    assertThat(seconds(config, ClusterProperty.MAX_NO_HEARTBEAT_SECONDS.getName()))
        .isGreaterThanOrEqualTo(
            3 * seconds(config, ClusterProperty.HEARTBEAT_INTERVAL_SECONDS.getName()));
  }
}
