package org.packhouse.app.identity.setup;

import java.util.Objects;
import org.packhouse.app.identity.setup.FirstRunSetup.FirstSettings;
import org.packhouse.app.identity.setup.SetupSettings.Administrator;
import org.packhouse.app.identity.user.NewUser;
import org.packhouse.app.platform.node.ServerAddress;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * Sets the server up from its settings, once its database is known to belong to the shared home, or
 * logs the URL of the set-up page.
 */
@Component
class UnattendedSetup implements SmartLifecycle {

  /** After the node session has begun, before all else. */
  private static final int PHASE = -950;

  private static final Logger LOG = LoggerFactory.getLogger(UnattendedSetup.class);

  private final SetupSettings settings;
  private final SetupState state;
  private final FirstRunSetup firstStart;
  private final SetupToken token;
  private final ServerAddress address;
  private volatile boolean running;

  UnattendedSetup(
      SetupSettings settings,
      SetupState state,
      FirstRunSetup firstStart,
      SetupToken token,
      ServerAddress address) {
    this.token = token;
    this.address = address;
    this.settings = settings;
    this.state = state;
    this.firstStart = firstStart;
  }

  @Override
  public void start() {
    running = true;
    setUp();
  }

  private void setUp() {
    Administrator sysadmin = settings.sysadmin();
    if (sysadmin == null || !settings.isUnattended() || state.isComplete()) {
      return;
    }
    String name = Objects.requireNonNull(sysadmin.username());
    boolean done =
        firstStart
            .setUp(
                new FirstSettings(
                    Objects.requireNonNullElse(settings.displayName(), "Packhouse"),
                    settings.baseUrl(),
                    NewUser.person(
                        name,
                        Objects.requireNonNullElse(sysadmin.displayName(), name),
                        sysadmin.emailAddress()),
                    Objects.requireNonNull(sysadmin.password())))
            .isPresent();
    if (done) {
      LOG.info("Set up from settings; the administrator is {}", name);
    }
  }

  @EventListener(ApplicationReadyEvent.class)
  void invite() {
    if (!state.isComplete()) {
      LOG.info("Set this server up at {}/setup?token={}", address.baseUrl(), token.get());
    }
  }

  @Override
  public void stop() {
    running = false;
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
