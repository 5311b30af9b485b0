package org.packhouse.app;

import javax.sql.DataSource;
import org.packhouse.app.platform.cluster.NodeReports;
import org.packhouse.app.platform.node.LocalHost;
import org.packhouse.app.platform.node.NodeSessions;
import org.packhouse.cluster.Leases;
import org.packhouse.cluster.Member;
import org.packhouse.cluster.Membership;
import org.packhouse.cluster.postgresql.PostgresLeases;
import org.packhouse.cluster.standalone.StandaloneMembership;
import org.packhouse.cluster.standalone.StandaloneTopics;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Creates and lists the pieces that a server is made of. */
@Configuration(proxyBeanMethods = false)
class ServerConfiguration {

  @Bean
  Membership membership(NodeSessions sessions) {
    return new StandaloneMembership(() ->
        new Member(
            sessions.current(),
            sessions.name(),
            NodeReports.version(),
            LocalHost.address().getHostAddress()));
  }

  @Bean
  StandaloneTopics topics(Membership membership) {
    return new StandaloneTopics(() -> membership.self().id());
  }

  @Bean
  Leases leases(DataSource database, Membership membership) {
    return new PostgresLeases(database, () -> membership.self().id());
  }
}
