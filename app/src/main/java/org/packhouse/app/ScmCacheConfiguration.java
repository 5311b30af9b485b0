package org.packhouse.app;

import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import org.packhouse.app.engine.git.cache.ScmCacheSettings;
import org.packhouse.app.platform.node.Homes;
import org.packhouse.scmcache.NullScmCache;
import org.packhouse.scmcache.ScmCache;
import org.packhouse.scmcache.file.FileScmCache;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The cache of clones. Only the server's process may open it, no command beside it. */
@Configuration(proxyBeanMethods = false)
class ScmCacheConfiguration {

  private static final Logger LOG = LoggerFactory.getLogger(ScmCacheConfiguration.class);

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
