package org.packhouse.app.platform.localcluster.balancer;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Sends what git asks of one repository to one node while that is not busier than the others, so
 * that the response to a clone is made once in the cluster and not once a node. Any node serves any
 * request all the same.
 *
 * <p>Rendezvous hashing (Thaler and Ravishankar, 1998): a node that comes or goes takes or leaves
 * its own repositories only. The limit of a node's share is that of consistent hashing with bounded
 * loads (Mirrokni, Thorup and Zadimoghaddam, 2016), which HAProxy knows as {@code
 * hash-balance-factor}.
 */
final class RepositoryAffinity {

  /** How many times the mean of all nodes one may have before others help. */
  private static final double BALANCE = 1.5;

  /** Connections below which a node is never called busy. */
  private static final int CALM = 4;

  private static final Pattern GIT = Pattern.compile("/scm/([^/?]+/[^/?]+?)(?:\\.git)?(?:[/?].*)?");

  private RepositoryAffinity() {}

  /**
   * The repository that a request of git is about; null if it is no request of git.
   *
   * @param target path and query as the client sent them
   */
  static @Nullable String repository(String target) {
    Matcher git = GIT.matcher(target);
    return git.matches() ? git.group(1).toLowerCase(Locale.ROOT) : null;
  }

  /**
   * The node for the next connection.
   *
   * @param nodes that take one
   * @param repository that it is about; null: the node with the fewest connections
   */
  static Optional<Backend> choose(List<Backend> nodes, @Nullable String repository) {
    Comparator<Backend> fewest = Comparator.comparingInt(Backend::connections);
    if (repository == null) {
      return nodes.stream().min(fewest);
    }
    int all = nodes.stream().mapToInt(Backend::connections).sum();
    double limit = Math.max(CALM, BALANCE * (all + 1) / Math.max(1, nodes.size()));
    return nodes.stream()
        .filter(node -> node.connections() < limit)
        .max(Comparator.comparingInt(node -> weight(node, repository)))
        .or(() -> nodes.stream().min(fewest));
  }

  /** Evenly spread over all integers, whatever little two names differ by (MurmurHash3's end). */
  private static int weight(Backend node, String repository) {
    int hash = 31 * node.name().hashCode() + repository.hashCode();
    hash = (hash ^ hash >>> 16) * 0x85ebca6b;
    hash = (hash ^ hash >>> 13) * 0xc2b2ae35;
    return hash ^ hash >>> 16;
  }
}
