package org.packhouse.app.platform.localcluster.balancer;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RepositoryAffinityTest {

  private final List<Backend> nodes =
      IntStream.rangeClosed(1, 3).mapToObj(number -> node("node-" + number)).toList();

  private static Backend node(String name) {
    return new Backend(name, new InetSocketAddress(1), new InetSocketAddress(1));
  }

  private static void connect(Backend node, int count) {
    for (int i = 0; i < count; i++) {
      node.count(new EmbeddedChannel());
    }
  }

  private static Backend choose(List<Backend> nodes, String repository) {
    return RepositoryAffinity.choose(nodes, repository).orElseThrow();
  }

  @Test
  void findsTheRepositoryInWhatGitAsks() {
    for (String request :
        List.of(
            "/scm/kit/shop.git/info/refs?service=git-upload-pack",
            "/scm/KIT/Shop.git/git-upload-pack",
            "/scm/kit/shop/info/refs?service=git-receive-pack",
            "/scm/kit/shop.git")) {
      assertThat(RepositoryAffinity.repository(request)).isEqualTo("kit/shop");
    }
    assertThat(RepositoryAffinity.repository("/scm/~ada/a.b.git/info/refs")).isEqualTo("~ada/a.b");
    for (String request : List.of("/", "/scm/", "/scm/kit", "/scm/kit/", "/projects/kit/shop")) {
      assertThat(RepositoryAffinity.repository(request)).isNull();
    }
  }

  @Test
  void spreadsRepositoriesEvenlyAndMovesThoseOfANodeThatGoesAlone() {
    Map<String, Backend> homes = new HashMap<>();
    Map<Backend, Integer> counts = new HashMap<>();
    for (int i = 0; i < 3_000; i++) {
      Backend home = choose(nodes, "kit/shop-" + i);
      homes.put("kit/shop-" + i, home);
      counts.merge(home, 1, Integer::sum);
    }
    assertThat(counts.values()).hasSize(3).allMatch(count -> count > 850 && count < 1_150);
    homes.forEach((repository, home) -> {
      if (!home.equals(nodes.getFirst())) {
        assertThat(choose(nodes.subList(1, 3), repository)).isEqualTo(home);
      }
    });
  }

  @Test
  void letsOthersHelpANodeThatIsHalfAgainAsBusyAsTheyAre() {
    Backend home = choose(nodes, "kit/shop");
    connect(home, 3);
    assertThat(choose(nodes, "kit/shop")).isEqualTo(home);
    connect(home, 7);
    assertThat(choose(nodes, "kit/shop")).isNotEqualTo(home);
    nodes.stream().filter(node -> !node.equals(home)).forEach(node -> connect(node, 10));
    assertThat(choose(nodes, "kit/shop")).isEqualTo(home);
  }

  @Test
  void takesTheNodeWithTheFewestConnectionsForAnythingElse() {
    connect(nodes.get(0), 2);
    connect(nodes.get(2), 1);
    assertThat(RepositoryAffinity.choose(nodes, null)).contains(nodes.get(1));
    assertThat(RepositoryAffinity.choose(List.of(), "kit/shop")).isEmpty();
  }
}
