package org.packhouse.app;

import java.io.PrintStream;
import java.time.Clock;
import java.util.Arrays;
import java.util.Optional;
import org.packhouse.app.identity.audit.AuditTrail;
import org.packhouse.app.identity.auth.CurrentCaller;
import org.packhouse.app.identity.auth.PasswordReset;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.persistence.autoconfigure.EntityScan;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Import;
import org.springframework.data.jpa.repository.config.EnableJpaRepositories;

/**
 * {@code admin reset-password USER}: works on the database while no server needs to run; beside a
 * running server it works with an external PostgreSQL only. Starts the few pieces that it needs and
 * none that listens.
 */
@ComponentScan({"org.packhouse.app.platform.database", "org.packhouse.app.identity.user"})
@EntityScan("org.packhouse.app.identity.user")
@EnableJpaRepositories("org.packhouse.app.identity.user")
@ConfigurationPropertiesScan({
  "org.packhouse.app.platform.database",
  "org.packhouse.app.platform.configuration"
})
@Import({ServerConfiguration.class, PasswordReset.class, AuditTrail.class})
@ImportAutoConfiguration({
  FlywayAutoConfiguration.class,
  JdbcTemplateAutoConfiguration.class,
  JdbcClientAutoConfiguration.class,
  HibernateJpaAutoConfiguration.class,
  TransactionAutoConfiguration.class,
  JacksonAutoConfiguration.class
})
class AdminCommand {

  private static final int WORDS = 3;

  /** Whether the arguments are for this and not for the server. */
  static boolean isNamedBy(String[] arguments) {
    return arguments.length > 0 && arguments[0].equals("admin");
  }

  /**
   * Runs the command and prints the new password, or one sentence that says why there is none.
   *
   * @return the status of the process
   */
  static int run(String[] arguments, PrintStream out, PrintStream err) {
    if (arguments.length < WORDS || !arguments[1].equals("reset-password")) {
      err.println("packhouse admin knows one command: reset-password USER.");
      return 2;
    }
    String name = arguments[2];
    SpringApplication application = new SpringApplication(AdminCommand.class);
    application.setWebApplicationType(WebApplicationType.NONE);
    application.setLogStartupInfo(false);
    String[] settings = Arrays.copyOfRange(arguments, WORDS, arguments.length);
    try (ConfigurableApplicationContext context = application.run(settings)) {
      Optional<String> password = context.getBean(PasswordReset.class).reset(name);
      if (password.isEmpty()) {
        err.println("There is no user named '" + name + "'.");
        return 1;
      }
      out.println("The new password of " + name + " is " + password.get());
      return 0;
    } catch (RuntimeException reported) {
      // The console has said why already.
      return 1;
    }
  }

  @Bean
  Clock clock() {
    return Clock.systemUTC();
  }

  /** There are no requests here, and so no callers. */
  @Bean
  CurrentCaller currentCaller() {
    return () -> {
      throw new IllegalStateException("A command has no caller");
    };
  }
}
