package org.packhouse.app;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.packhouse.app.platform.cluster.UnseenNodes;
import org.packhouse.cluster.Membership;
import org.packhouse.cluster.Topics;
import org.packhouse.cluster.hibernate.LocalRegionFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.hibernate.autoconfigure.HibernatePropertiesCustomizer;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Has Hibernate cache rows, from when this node sees the others. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty(name = "row-cache.enabled", matchIfMissing = true)
class RowCacheConfiguration {

  /** Rows of each kind: all of most servers, and those in use of larger ones, in bounded heap. */
  private static final int MAX_ROWS = 10_000;

  @Bean
  LocalRegionFactory localRegionFactory() {
    return new LocalRegionFactory(MAX_ROWS);
  }

  @Bean
  HibernatePropertiesCustomizer rowCache(LocalRegionFactory cache) {
    return properties -> properties.put("hibernate.cache.region.factory_class", cache);
  }

  @Bean
  MeterBinder rowCacheMeters(LocalRegionFactory cache) {
    return meters -> {
      FunctionCounter.builder("row.cache.gets", cache, LocalRegionFactory::hits)
          .tag("outcome", "hit")
          .description("Users, groups and projects that were found in memory")
          .register(meters);
      FunctionCounter.builder("row.cache.gets", cache, LocalRegionFactory::misses)
          .tag("outcome", "miss")
          .description("Users, groups and projects that were read from the database")
          .register(meters);
    };
  }

  @Bean
  SmartLifecycle rowCacheConnection(
      LocalRegionFactory cache, Topics topics, Membership membership, UnseenNodes unseen) {
    return new Connection(cache, topics, membership, unseen);
  }

  private static final class Connection implements SmartLifecycle {

    /** After others are seen, before anything serves or works in the background. */
    private static final int PHASE = -910;

    private final LocalRegionFactory cache;
    private final Topics topics;
    private final Membership membership;
    private final UnseenNodes unseen;
    private volatile boolean running;

    Connection(LocalRegionFactory cache, Topics topics, Membership membership, UnseenNodes unseen) {
      this.cache = cache;
      this.topics = topics;
      this.membership = membership;
      this.unseen = unseen;
    }

    @Override
    public void start() {
      cache.connect(topics, id -> id.equals(membership.self().id()), unseen::isApart);
      running = true;
    }

    @Override
    public void stop() {
      running = false;
      cache.disconnect();
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
}
