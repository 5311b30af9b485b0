package org.packhouse.app.engine.git.fetch.inprocess;

import java.time.Duration;
import org.packhouse.app.platform.throttle.Bucket;
import org.packhouse.app.platform.throttle.BucketLimit;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Limits of the buckets whose tickets this package alone takes. */
@Configuration(proxyBeanMethods = false)
class GitLimits {

  /** Longer than a process start: native git is asked instead. */
  private static final Duration MAX_WAIT = Duration.ofMillis(500);

  @Bean
  BucketLimit inProcessLimit(InProcessSettings settings) {
    return new BucketLimit(
        Bucket.IN_PROCESS, settings.places(Runtime.getRuntime().maxMemory()), MAX_WAIT);
  }
}
