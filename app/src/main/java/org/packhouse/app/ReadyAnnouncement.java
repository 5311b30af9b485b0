package org.packhouse.app;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.configuration.NodeSettings;
import org.packhouse.app.platform.node.Homes;
import org.packhouse.app.platform.node.ServerAddress;
import org.packhouse.app.platform.throttle.Tickets;
import org.packhouse.app.storage.process.GitProcesses;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/** Prints the server's address on the console once it answers. */
@Component
class ReadyAnnouncement {

  private static final Logger LOG = LoggerFactory.getLogger(ReadyAnnouncement.class);

  private final NodeSettings settings;
  private final Homes homes;
  private final @Nullable ServerAddress address;
  private final Environment environment;
  private final GitProcesses git;
  private final Tickets tickets;

  ReadyAnnouncement(
      NodeSettings settings,
      Homes homes,
      @Nullable ServerAddress address,
      Environment environment,
      GitProcesses git,
      Tickets tickets) {
    this.settings = settings;
    this.homes = homes;
    this.address = address;
    this.environment = environment;
    this.git = git;
    this.tickets = tickets;
  }

  /** Runs first: the link to the set-up page follows. */
  @EventListener
  @Order(0)
  void announce(ApplicationReadyEvent ready) {
    if (settings.rehearsal()) {
      Thread.ofPlatform().name("rehearsal").start(this::rehearse);
      return;
    }
    LOG.info("Packhouse is ready at {} (its files are in {}).", url(), homes.local());
  }

  private void rehearse() {
    try {
      Rehearsal.run(environment, homes.local(), git, tickets);
    } finally {
      System.exit(0);
    }
  }

  private String url() {
    return address != null
        ? address.baseUrl()
        : "http://localhost:" + environment.getRequiredProperty("local.server.port");
  }
}
