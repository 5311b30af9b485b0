package org.packhouse.app;

import javax.sql.DataSource;
import org.packhouse.cluster.Leases;
import org.packhouse.cluster.Membership;
import org.packhouse.cluster.postgresql.PostgresLeases;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Lists and creates the beans of a server. */
@Configuration(proxyBeanMethods = false)
class ServerConfiguration {

  @Bean
  Leases leases(DataSource database, Membership membership) {
    return new PostgresLeases(database, () -> membership.self().id());
  }
}
