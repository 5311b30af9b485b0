package org.packhouse.cluster.hazelcast;

import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import java.io.IOException;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.packhouse.cluster.ClusteredTopicsContract;
import org.packhouse.cluster.Member;
import org.packhouse.cluster.Topics;

class HazelcastTopicsTest extends ClusteredTopicsContract {

  private static final Member SELF = TestingMembers.member("node-1");

  private static final Member OTHER = TestingMembers.member("node-2");

  private static TestingMembers members;
  private static HazelcastCluster first;
  private static HazelcastCluster second;

  @BeforeAll
  static void start() throws IOException {
    members = new TestingMembers();
    first = members.start(SELF);
    second = members.start(OTHER);
    TestingMembers.awaitMembers(2, first);
    TestingMembers.awaitMembers(2, second);
  }

  @AfterAll
  static void stop() {
    members.close();
  }

  @Override
  protected Topics topics() {
    return first.topics();
  }

  @Override
  protected UUID self() {
    return SELF.id();
  }

  @Override
  protected Topics others() {
    return second.topics();
  }

  /** Kills the other node's member, which restarts by itself. */
  @Override
  protected void whileNothingArrives(Runnable something) {
    HazelcastInstance other = Hazelcast.getHazelcastInstanceByName("packhouse-" + OTHER.id());
    other.getLifecycleService().terminate();
    something.run();
    TestingMembers.awaitMembers(1, first);
    TestingMembers.awaitMembers(2, first);
    TestingMembers.awaitMembers(2, second);
  }
}
