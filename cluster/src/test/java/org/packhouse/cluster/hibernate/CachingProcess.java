package org.packhouse.cluster.hibernate;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.packhouse.cluster.Member;
import org.packhouse.cluster.hazelcast.HazelcastCluster;
import org.packhouse.cluster.hazelcast.HazelcastOptions;

/** A node process that executes its input lines; results begin with {@code >}. */
final class CachingProcess {

  private CachingProcess() {}

  /** Takes the database URL, its own port and the other node's. */
  public static void main(String[] arguments) throws IOException {
    int port = Integer.parseInt(arguments[1]);
    HazelcastOptions options =
        new HazelcastOptions(
            new HazelcastOptions.Group("tests", "a secret that nobody knows"),
            "127.0.0.1",
            port,
            List.of("127.0.0.1:" + port, "127.0.0.1:" + arguments[2]),
            null,
            Duration.ZERO);
    Member self = new Member(UUID.randomUUID(), "node-" + port, "1", "here");
    try (HazelcastCluster cluster = new HazelcastCluster(options, () -> self);
        CachingNode node = new CachingNode(arguments[0], cluster.topics(), self.id());
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      cluster.start();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        System.out.println(">" + respond(node, cluster, line.split(" ", -1)));
      }
    }
  }

  private static String respond(CachingNode node, HazelcastCluster cluster, String[] words) {
    return switch (words[0]) {
      case "members" -> Integer.toString(cluster.membership().members().size());
      case "create" -> Long.toString(node.create(words[1], words[2]));
      case "change" -> {
        node.change(Long.parseLong(words[1]), note -> note.write(words[2]));
        yield "changed";
      }
      case "find" -> {
        CachingNode.Found found = node.find(Long.parseLong(words[1]));
        yield found.text() + " " + found.statements();
      }
      default -> throw new IllegalArgumentException(words[0]);
    };
  }
}
