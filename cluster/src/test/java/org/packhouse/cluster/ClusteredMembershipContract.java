package org.packhouse.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The contract of a {@link Membership} that sees other nodes. */
public abstract class ClusteredMembershipContract extends MembershipContract {

  private static final Duration PATIENCE = Duration.ofSeconds(40);

  protected abstract void start(Member other) throws Exception;

  /** Stops a node in order. */
  protected abstract void stop(Member other) throws Exception;

  @Test
  void seesAnotherNodeComeAndGo() throws Exception {
    List<Set<UUID>> told = new CopyOnWriteArrayList<>();
    Member other = member("node-2");
    try (Subscription _ = membership().onChange(now -> told.add(ids(now)))) {
      start(other);
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () -> assertThat(ids(membership().members())).contains(self.id(), other.id()));
      Member seen =
          membership().members().stream()
              .filter(member -> member.id().equals(other.id()))
              .findFirst()
              .orElseThrow();
      assertThat(seen.name()).isEqualTo("node-2");
      assertThat(seen.version()).isEqualTo("1.0");
      assertThat(seen.address()).startsWith("127.0.0.1:");
      stop(other);
      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> assertThat(membership().members()).containsExactly(self));
      await()
          .untilAsserted(() ->
              assertThat(told).containsExactly(Set.of(self.id(), other.id()), Set.of(self.id())));
    }
  }

  private static Set<UUID> ids(Set<Member> members) {
    return members.stream().map(Member::id).collect(Collectors.toSet());
  }
}
