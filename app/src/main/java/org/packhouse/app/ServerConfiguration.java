package org.packhouse.app;

import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import javax.sql.DataSource;
import org.packhouse.app.engine.git.cache.ScmCacheSettings;
import org.packhouse.app.platform.node.Homes;
import org.packhouse.cluster.Leases;
import org.packhouse.cluster.Membership;
import org.packhouse.cluster.postgresql.PostgresLeases;
import org.packhouse.scmcache.NullScmCache;
import org.packhouse.scmcache.ScmCache;
import org.packhouse.scmcache.file.FileScmCache;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Lists and creates the beans of a server. */
@Configuration(proxyBeanMethods = false)
class ServerConfiguration {

  private static final Logger LOG = LoggerFactory.getLogger(ServerConfiguration.class);

  @Bean
  Leases leases(DataSource database, Membership membership) {
    return new PostgresLeases(database, () -> membership.self().id());
  }

  /** Opens the cache of clones. Only the server's process may do so, no command beside it. */
  @Bean
  ScmCache scmCache(ScmCacheSettings settings, Homes homes, Clock clock, MeterRegistry registry) {
    if (!settings.enabled()) {
      return new NullScmCache();
    }
    Path location = settings.location();
    Path directory = location == null ? homes.caches().resolve("scm") : location;
    try {
      return FileScmCache.open(settings.of(directory), clock, registry);
    } catch (IOException e) {
      LOG.warn("Clones are not cached: {} cannot be used", directory, e);
      return new NullScmCache();
    }
  }
}
