package org.packhouse.cluster.hazelcast;

import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.packhouse.cluster.ClusteredMembershipContract;
import org.packhouse.cluster.Member;
import org.packhouse.cluster.Membership;

class HazelcastMembershipTest extends ClusteredMembershipContract {

  private final TestingMembers members = new TestingMembers();
  private final HazelcastCluster cluster =
      new HazelcastCluster(members.options(0, TestingMembers.GROUP), () -> self);

  HazelcastMembershipTest() throws IOException {}

  @BeforeEach
  void start() {
    cluster.start();
  }

  @AfterEach
  void stop() {
    cluster.close();
    members.close();
  }

  @Override
  protected Membership membership() {
    return cluster.membership();
  }

  @Override
  protected void start(Member other) {
    members.startAt(1, other);
  }

  @Override
  protected void stop(Member other) {
    members.stop(other);
  }
}
