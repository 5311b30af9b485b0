package org.packhouse.app;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.packhouse.app.platform.cluster.ClusterPlace;
import org.packhouse.app.platform.cluster.LivingNodes;
import org.packhouse.app.platform.cluster.NodeAddress;
import org.packhouse.app.platform.cluster.NodeReports;
import org.packhouse.app.platform.database.SharedDatabase;
import org.packhouse.app.platform.node.NodeSessions;
import org.packhouse.cluster.Member;
import org.packhouse.cluster.Membership;
import org.packhouse.cluster.SeenMembership;
import org.packhouse.cluster.Subscription;
import org.packhouse.cluster.Topics;
import org.packhouse.cluster.hazelcast.HazelcastCluster;
import org.packhouse.cluster.hazelcast.HazelcastOptions;
import org.packhouse.cluster.postgresql.PostgresMembership;
import org.packhouse.cluster.postgresql.PostgresTopics;
import org.packhouse.cluster.standalone.StandaloneTopics;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Chooses how nodes see each other: by Hazelcast if configured, else by a configured database, else
 * not at all. Only the first loads classes of Hazelcast.
 */
@Configuration(proxyBeanMethods = false)
class ClusterConfiguration {

  private static final Duration LOOK_EVERY = Duration.ofSeconds(5);

  @Bean
  ClusterConnection clusterConnection(
      ClusterPlace place,
      SharedDatabase shared,
      DataSource database,
      LivingNodes living,
      NodeSessions sessions,
      NodeAddress address) {
    Supplier<Member> self =
        () ->
            new Member(
                sessions.current(), sessions.name(), NodeReports.version(), address.address());
    if (place.isTaken()) {
      return Clustered.by(place.options(), self);
    }
    return shared.given() ? byDatabase(shared, database, living, self) : alone(self);
  }

  /** Separate, so that loading the outer class loads nothing of Hazelcast. */
  private static final class Clustered {

    static ClusterConnection by(HazelcastOptions options, Supplier<Member> self) {
      HazelcastCluster cluster = new HazelcastCluster(options, self);
      return new ClusterConnection(
          cluster.membership(), cluster.topics(), cluster::start, cluster::close);
    }
  }

  private static ClusterConnection byDatabase(
      SharedDatabase shared, DataSource database, LivingNodes living, Supplier<Member> self) {
    PostgresMembership membership = new PostgresMembership(self, living::members, LOOK_EVERY);
    PostgresTopics topics = new PostgresTopics(shared.lasting(), database, membership);
    return new ClusterConnection(
        membership,
        topics,
        () -> {
          membership.start();
          topics.start();
        },
        () -> {
          topics.close();
          membership.close();
        });
  }

  private static ClusterConnection alone(Supplier<Member> self) {
    StandaloneTopics topics = new StandaloneTopics(() -> self.get().id());
    return new ClusterConnection(new SeenMembership(self), topics, () -> {}, topics::close);
  }

  @Bean
  Membership membership(ClusterConnection connection) {
    return connection.membership();
  }

  @Bean
  Topics topics(ClusterConnection connection, MeterRegistry meters) {
    return new CountedTopics(connection.topics(), meters);
  }

  /** Membership and topics of the cluster, between this node's session and its stop. */
  static final class ClusterConnection implements SmartLifecycle {

    /** When others can read that this node is there, before background work begins. */
    private static final int PHASE = -930;

    private final Membership membership;
    private final Topics topics;
    private final Runnable begin;
    private final Runnable end;
    private volatile boolean running;

    ClusterConnection(Membership membership, Topics topics, Runnable begin, Runnable end) {
      this.membership = membership;
      this.topics = topics;
      this.begin = begin;
      this.end = end;
    }

    Membership membership() {
      return membership;
    }

    Topics topics() {
      return topics;
    }

    @Override
    public void start() {
      begin.run();
      running = true;
    }

    @Override
    public void stop() {
      running = false;
      end.run();
    }

    @Override
    public boolean isRunning() {
      return running;
    }

    @Override
    public int getPhase() {
      return PHASE;
    }
  }

  /** Counts published messages, as {@code cluster.messages}. */
  private static final class CountedTopics implements Topics {

    private final Topics topics;
    private final Counter published;

    CountedTopics(Topics topics, MeterRegistry meters) {
      this.topics = topics;
      this.published =
          Counter.builder("cluster.messages")
              .description("Messages published to the other nodes")
              .register(meters);
    }

    @Override
    public void publish(String topic, String message) {
      published.increment();
      topics.publish(topic, message);
    }

    @Override
    public Subscription subscribe(String topic, Listener listener) {
      return topics.subscribe(topic, listener);
    }
  }
}
