package org.packhouse.app.identity.signin;

import com.github.kagkarlsson.scheduler.task.helper.RecurringTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.github.kagkarlsson.scheduler.task.schedule.FixedDelay;
import java.time.Duration;
import org.packhouse.app.identity.password.FailedLogins;
import org.packhouse.app.identity.password.FamiliarAddresses;
import org.packhouse.app.identity.session.RememberMeCookies;
import org.packhouse.app.identity.session.SignInAudit;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Background work on credentials, on one node at a time. */
@Configuration(proxyBeanMethods = false)
class AuthTasks {

  @Bean
  RecurringTask<Void> forgetSignIns(
      FailedLogins failures,
      FamiliarAddresses familiar,
      SignInAudit audit,
      RememberMeCookies remembered) {
    return Tasks.recurring("auth-leftovers", FixedDelay.of(Duration.ofHours(1)))
        .execute((_, _) -> {
          failures.purge();
          familiar.purge();
          audit.purge();
          remembered.purge();
        });
  }
}
