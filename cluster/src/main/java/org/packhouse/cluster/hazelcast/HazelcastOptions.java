package org.packhouse.cluster.hazelcast;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A node's address in a cluster, and how it finds others.
 *
 * @param host the IP address of this machine to bind
 * @param members addresses as {@code host:port}; unused with Kubernetes
 * @param kubernetes properties of Hazelcast's Kubernetes discovery, or null
 * @param waitBeforeJoin how long the first member waits for others starting at the same time
 */
public record HazelcastOptions(
    Group group,
    String host,
    int port,
    List<String> members,
    @Nullable Map<String, String> kubernetes,
    Duration waitBeforeJoin) {

  /** A cluster, with a secret of all nodes that is never sent. */
  public record Group(String name, String secret) {

    /** Omits the secret. */
    @Override
    public String toString() {
      return "Group[" + name + "]";
    }
  }
}
