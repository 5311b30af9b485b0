package org.packhouse.app.platform.throttle;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.packhouse.app.platform.throttle.load.MachineLoad;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Makes the tickets of a server. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(ThrottleSettings.class)
public class ThrottleConfiguration {

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
    long floor = settings.memory().floor().toBytes();
    return new Tickets(
        plans.all(limits.orElse(List.of())),
        new MemoryLedger(floor, machine::availableMemory, System::nanoTime),
        registry,
        clock);
  }
}
