package org.packhouse.cluster.hazelcast;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The place of a node in a cluster, and how it finds the others.
 *
 * @param group which cluster, and the proof that a node belongs to it
 * @param host the one IP address, of this machine, that the node binds
 * @param port that it binds there
 * @param members where to look for others, as {@code host:port}; unused with Kubernetes
 * @param kubernetes properties of Hazelcast's search in Kubernetes; null: none
 * @param waitBeforeJoin how long the first one waits for others that come at the same time
 */
public record HazelcastOptions(
    Group group,
    String host,
    int port,
    List<String> members,
    @Nullable Map<String, String> kubernetes,
    Duration waitBeforeJoin) {

  /**
   * A cluster.
   *
   * @param name that all its nodes know it by
   * @param secret that they all have, and that never leaves them
   */
  public record Group(String name, String secret) {

    /** Without the secret. */
    @Override
    public String toString() {
      return "Group[" + name + "]";
    }
  }
}
