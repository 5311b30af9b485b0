package org.packhouse.app.platform.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.context.support.StaticWebApplicationContext;

class LateMappingsTest {

  private static final int THREADS = 8;

  private final AtomicInteger readings = new AtomicInteger();

  @Test
  void areReadOnceByAllWhoAskAtOnceAndNotBefore() throws Exception {
    try (CountingContext context = new CountingContext()) {
      context.getBeanFactory().registerSingleton("controller", new Greeting());
      context.refresh();
      MappingsWarmUp.LateMappings mappings = new MappingsWarmUp.LateMappings();
      mappings.setApplicationContext(context);
      mappings.afterPropertiesSet();
      assertThat(readings).hasValue(0);
      CyclicBarrier together = new CyclicBarrier(THREADS);
      try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
        List<Future<Integer>> found = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
          found.add(
              threads.submit(() -> {
                together.await();
                return mappings.getHandlerMethods().size();
              }));
        }
        for (Future<Integer> methods : found) {
          assertThat(methods.get()).isEqualTo(1);
        }
      }
      assertThat(readings).hasValue(1);
    }
  }

  /** Counts who looks for controllers, which is done among all beans. */
  private final class CountingContext extends StaticWebApplicationContext {

    @Override
    public String[] getBeanNamesForType(@Nullable Class<?> type) {
      if (type == Object.class) {
        readings.incrementAndGet();
      }
      return super.getBeanNamesForType(type);
    }
  }

  /** No static class, which servers of other tests would take for one of theirs. */
  @Controller
  class Greeting {

    @GetMapping("/greeting")
    String greeting() {
      return "Hello after %s".formatted(readings);
    }
  }
}
