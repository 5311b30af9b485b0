package org.packhouse.app.identity.setup;

import org.packhouse.app.platform.node.ServerAddress;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Logs the URL of the set-up page while the server is not set up. */
@Component
class SetupInvitation {

  private static final Logger LOG = LoggerFactory.getLogger(SetupInvitation.class);

  private final SetupState state;
  private final SetupToken token;
  private final ServerAddress address;

  SetupInvitation(SetupState state, SetupToken token, ServerAddress address) {
    this.state = state;
    this.token = token;
    this.address = address;
  }

  @EventListener(ApplicationReadyEvent.class)
  void invite() {
    if (!state.isComplete()) {
      LOG.info("Set this server up at {}/setup?token={}", address.baseUrl(), token.get());
    }
  }
}
