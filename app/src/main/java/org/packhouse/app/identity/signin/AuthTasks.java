package org.packhouse.app.identity.signin;

import com.github.kagkarlsson.scheduler.task.helper.RecurringTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.github.kagkarlsson.scheduler.task.schedule.FixedDelay;
import java.time.Duration;
import org.packhouse.app.identity.password.SignInParts;
import org.packhouse.app.identity.session.RememberedSignIns;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Work for credentials in the background, on one node at a time. */
@Configuration(proxyBeanMethods = false)
class AuthTasks {

  @Bean
  RecurringTask<Void> forgetSignIns(SignInParts signIn, RememberedSignIns remembered) {
    return Tasks.recurring("auth-leftovers", FixedDelay.of(Duration.ofHours(1)))
        .execute((_, _) -> {
          signIn.failures().purge();
          signIn.familiar().purge();
          signIn.audit().purge();
          remembered.purge();
        });
  }
}
