package org.packhouse.app.platform.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.packhouse.app.platform.configuration.SettingsBinding;
import org.packhouse.app.platform.configuration.StartRefusedException;
import org.packhouse.cluster.hazelcast.HazelcastOptions;

class ClusterPlaceTest {

  private static final String SECRET = "twelve letters";

  private static ClusterPlace place(String... keysAndValues) {
    Map<String, String> settings = new HashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      settings.put("hazelcast." + keysAndValues[i], keysAndValues[i + 1]);
    }
    return new ClusterPlace(
        SettingsBinding.bind(HazelcastSettings.class, settings),
        SettingsBinding.bind(HazelcastNetworkSettings.class, settings),
        SettingsBinding.bind(HazelcastJoinSettings.class, settings));
  }

  private static void assertRefused(ClusterPlace place, String sentence) {
    assertThat(place.isTaken()).isTrue();
    assertThatThrownBy(place::options)
        .isInstanceOf(StartRefusedException.class)
        .hasMessageContaining(sentence);
  }

  @Test
  void thereIsNoneWithoutSettings() {
    assertThat(place().isTaken()).isFalse();
    assertThat(place("network.tcpip.members", "a,b", "group.password", SECRET).isTaken()).isFalse();
  }

  @Test
  void hasDefaults() {
    assertThat(SettingsBinding.bind(HazelcastSettings.class, Map.of()))
        .isEqualTo(
            new HazelcastSettings(5701, new HazelcastSettings.Group("packhouse", null), null));
    assertThat(SettingsBinding.bind(HazelcastJoinSettings.class, Map.of()))
        .isEqualTo(new HazelcastJoinSettings(1));
    assertThat(SettingsBinding.bind(HazelcastNetworkSettings.class, Map.of()))
        .isEqualTo(new HazelcastNetworkSettings(false, List.of(), false, null, null, null, null));
  }

  @Test
  void isThatOfTheListedAddressThatIsThisMachines() {
    ClusterPlace place =
        place(
            "network.tcpip", "true",
            "network.tcpip.members", "192.0.2.1, 127.0.0.1:5702,localhost:5703,[::1]",
            "port", "5702",
            "group.name", "house",
            "group.password", SECRET,
            "wait.seconds.before.join", "3");
    assertThat(place.options())
        .isEqualTo(
            new HazelcastOptions(
                new HazelcastOptions.Group("house", SECRET),
                "127.0.0.1",
                5702,
                List.of("192.0.2.1:5702", "127.0.0.1:5702", "localhost:5703", "[::1]:5702"),
                null,
                Duration.ofSeconds(3)));
    assertThat(place.options().toString()).doesNotContain(SECRET);
  }

  @Test
  void isFoundInKubernetes() {
    ClusterPlace place =
        place(
            "network.kubernetes", "true",
            "network.kubernetes.service-name", "packhouse",
            "network.kubernetes.namespace", "git",
            "local.address", "127.0.0.1",
            "group.password", SECRET);
    assertThat(place.options().kubernetes())
        .isEqualTo(Map.of("service-name", "packhouse", "namespace", "git", "service-port", "5701"));
    assertThat(
            place(
                    "network.kubernetes", "true",
                    "network.kubernetes.service-dns", "packhouse.git.svc",
                    "network.kubernetes.service-port", "6000",
                    "local.address", "127.0.0.1",
                    "group.password", SECRET)
                .options()
                .kubernetes())
        .isEqualTo(Map.of("service-dns", "packhouse.git.svc", "service-port", "6000"));
  }

  @Test
  void settingsThatDoNotTellItAreRefusedInASentence() {
    assertRefused(
        place("network.tcpip", "true", "network.tcpip.members", "127.0.0.1"),
        "hazelcast.group.password is missing");
    assertRefused(
        place("network.tcpip", "true", "group.password", SECRET),
        "hazelcast.network.tcpip.members is missing");
    assertRefused(
        place(
            "network.tcpip", "true",
            "network.tcpip.members", "127.0.0.1,http://x",
            "group.password", SECRET),
        "has 'http://x', which is no host or host:port");
    assertRefused(
        place(
            "network.tcpip", "true",
            "network.tcpip.members", "a:65536",
            "group.password", SECRET),
        "has 'a:65536'");
    assertRefused(
        place(
            "network.tcpip", "true",
            "network.tcpip.members", "127.0.0.1",
            "local.address", "192.0.2.1",
            "group.password", SECRET),
        "hazelcast.local.address is '192.0.2.1', which is no address of this machine");
    assertRefused(
        place("network.kubernetes", "true", "group.password", SECRET),
        "needs either hazelcast.network.kubernetes.service-dns or");
    assertRefused(
        place("network.kubernetes", "true", "network.tcpip", "true", "group.password", SECRET),
        "choose one");
  }

  @Test
  void valuesThatCannotBeAreRefusedWithTheirRule() {
    assertThat(SettingsBinding.refusal(HazelcastSettings.class, "hazelcast.port", "0"))
        .contains("hazelcast.port");
    assertThat(
            SettingsBinding.refusal(HazelcastSettings.class, "hazelcast.group.password", "short"))
        .contains("hazelcast.group.password")
        .contains("must have at least 12 characters");
    assertThat(SettingsBinding.refusal(HazelcastSettings.class, "hazelcast.group.name", "a b"))
        .contains("hazelcast.group.name");
    assertThat(
            SettingsBinding.refusal(
                HazelcastJoinSettings.class, "hazelcast.wait.seconds.before.join", "61"))
        .contains("hazelcast.wait.seconds.before.join");
  }
}
