package org.packhouse.app.storage.process;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.stereotype.Component;

/** Counts running git commands. */
@Component
final class GitProcessMeters implements MeterBinder {

  private final GitProcesses processes;

  GitProcessMeters(GitProcesses processes) {
    this.processes = processes;
  }

  @Override
  public void bindTo(MeterRegistry meters) {
    Gauge.builder("git.processes.running", processes, GitProcesses::running)
        .description("Running native git commands")
        .register(meters);
  }
}
