package org.packhouse.app.identity.setup;

import java.util.Objects;
import org.packhouse.app.identity.setup.FirstStart.Answers;
import org.packhouse.app.identity.setup.SetupSettings.Administrator;
import org.packhouse.app.identity.user.NewUser;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.stereotype.Component;

/** Sets the server up from its settings, before it answers its first request. */
@Component
class UnattendedSetup implements SmartInitializingSingleton {

  private static final Logger LOG = LoggerFactory.getLogger(UnattendedSetup.class);

  private final SetupSettings settings;
  private final SetupState state;
  private final FirstStart firstStart;

  UnattendedSetup(SetupSettings settings, SetupState state, FirstStart firstStart) {
    this.settings = settings;
    this.state = state;
    this.firstStart = firstStart;
  }

  @Override
  public void afterSingletonsInstantiated() {
    Administrator sysadmin = settings.sysadmin();
    if (sysadmin == null || !settings.isUnattended() || state.isComplete()) {
      return;
    }
    String name = Objects.requireNonNull(sysadmin.username());
    boolean done =
        firstStart.setUp(
            new Answers(
                Objects.requireNonNullElse(settings.displayName(), "Packhouse"),
                settings.baseUrl(),
                NewUser.person(
                    name,
                    Objects.requireNonNullElse(sysadmin.displayName(), name),
                    sysadmin.emailAddress()),
                Objects.requireNonNull(sysadmin.password())));
    if (done) {
      LOG.info("Set up from settings; the administrator is {}", name);
    }
  }
}
