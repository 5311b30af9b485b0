package org.packhouse.app.platform.localcluster.balancer;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Routes Git requests for a repository to one node while it is not busier than others, so that a
 * clone's response is computed once per cluster. Any node can serve any request.
 *
 * <p>Rendezvous hashing (Thaler and Ravishankar, 1998): a joining or leaving node moves only its
 * own repositories. The load limit is that of consistent hashing with bounded loads (Mirrokni,
 * Thorup and Zadimoghaddam, 2016), HAProxy's {@code hash-balance-factor}.
 */
final class RepositoryAffinity {

  /** A node's maximum load relative to the mean. */
  private static final double BALANCE = 1.5;

  /** A node with fewer connections than this is never busy. */
  private static final int CALM = 4;

  private static final Pattern GIT = Pattern.compile("/scm/([^/?]+/[^/?]+?)(?:\\.git)?(?:[/?].*)?");

  private RepositoryAffinity() {}

  /** Returns the repository of a Git request, from path and query as sent, or null. */
  static @Nullable String repository(String target) {
    Matcher git = GIT.matcher(target);
    return git.matches() ? git.group(1).toLowerCase(Locale.ROOT) : null;
  }

  /** Returns the node for the next connection; without a repository, the least busy one. */
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

  /** The finaliser of MurmurHash3, because names may differ little. */
  private static int weight(Backend node, String repository) {
    int hash = 31 * node.name().hashCode() + repository.hashCode();
    hash = (hash ^ hash >>> 16) * 0x85ebca6b;
    hash = (hash ^ hash >>> 13) * 0xc2b2ae35;
    return hash ^ hash >>> 16;
  }
}
