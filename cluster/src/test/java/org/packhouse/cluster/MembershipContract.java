package org.packhouse.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The contract of every {@link Membership} of a node that is alone. */
public abstract class MembershipContract {

  /** This node, as it names itself; may be replaced. */
  protected Member self = member("node-1");

  /** A member of that name. */
  protected static Member member(String name) {
    return new Member(UUID.randomUUID(), name, "1.0", "127.0.0.1:1");
  }

  /** The membership of this node. */
  protected abstract Membership membership();

  @Test
  void isAClusterOfOne() {
    assertThat(membership().self()).isEqualTo(self);
    assertThat(membership().members()).containsExactly(self);
  }

  @Test
  void goesOnUnderAnotherSession() {
    assertThat(membership().self()).isEqualTo(self);
    self = member("node-1");
    assertThat(membership().members()).containsExactly(self);
  }
}
