package org.packhouse.app.platform.throttle;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.packhouse.app.platform.throttle.load.MachineLoad;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.unit.DataSize;

/** Makes the tickets of a server. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(ThrottleSettings.class)
public class ThrottleConfiguration {

  /**
   * Bytes of available memory that stay, less what running git may still take: the kernel's cache
   * of indexes needs some, and below it a machine begins to swap.
   */
  private static final long MEMORY_FLOOR = DataSize.ofMegabytes(256).toBytes();

  @Bean
  MachineLoad machineLoad() {
    return MachineLoad.ofThisMachine();
  }

  @Bean
  Tickets tickets(
      ThrottleSettings settings,
      Optional<List<BucketLimit>> limits,
      MachineLoad machine,
      MeterRegistry registry,
      Clock clock) {
    BucketPlans plans = new BucketPlans(settings, Runtime.getRuntime().availableProcessors());
    return new Tickets(
        plans.all(limits.orElse(List.of())),
        new MemoryLedger(MEMORY_FLOOR, machine::availableMemory, System::nanoTime),
        registry,
        clock);
  }
}
