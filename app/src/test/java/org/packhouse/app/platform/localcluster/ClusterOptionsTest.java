package org.packhouse.app.platform.localcluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.packhouse.app.platform.configuration.StartRefusedException;

class ClusterOptionsTest {

  @Test
  void runsThreeNodesOnTheUsualPortsUnlessToldOtherwise() {
    ClusterOptions options = ClusterOptions.parse(List.of());
    assertThat(options.nodes()).isEqualTo(3);
    assertThat(options.ports()).isEqualTo(new ClusterOptions.Ports(7990, 7999));
    assertThat(options.order()).isNull();
    assertThat(options.home().getFileName()).isEqualTo(Path.of(".packhouse-cluster"));
  }

  @Test
  void takesWhatIsForEveryNodeBeforeAndBehindTheDashes() {
    ClusterOptions options =
        ClusterOptions.parse(
            List.of(
                "--nodes=2",
                "--home",
                "/c",
                "--http-port=80",
                "--ssh-port",
                "22",
                "--refs.connections=4",
                "--",
                "--jdbc.pool-size=9",
                "-Xmx256m"));
    assertThat(options)
        .isEqualTo(
            new ClusterOptions(
                Path.of("/c"),
                2,
                new ClusterOptions.Ports(80, 22),
                null,
                List.of("--refs.connections=4", "--jdbc.pool-size=9"),
                List.of("-Xmx256m")));
    assertThat(options.setting("jdbc.pool-size")).contains("9");
  }

  @Test
  void readsAnOrderToAClusterThatRuns() {
    assertThat(ClusterOptions.parse(List.of("--node", "2", "stop")).order())
        .isEqualTo(new ClusterOptions.Order(2, "stop"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--nodes=10|--nodes is '10', which is not a number from 1 to 9.",
        "--http-port=high|--http-port is 'high', which is not a number from 1 to 65535.",
        "--home|The option --home needs a value.",
        "--node=2|Say which node and what: --node 2 stop, or start.",
        "stop|Say which node and what: --node 2 stop, or start.",
        "dance|packhouse cluster does not know 'dance'; packhouse help lists its options.",
        "--server.port=1|The setting server.port cannot be given: packhouse cluster has one for each node, which speaks plain HTTP behind its balancer."
      })
  void refusesWhatItDoesNotUnderstand(String word, String sentence) {
    assertThatThrownBy(() -> ClusterOptions.parse(List.of(word)))
        .isInstanceOf(StartRefusedException.class)
        .hasMessage(sentence);
  }
}
