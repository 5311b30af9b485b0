package org.packhouse.app;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.account.PasswordReset;
import org.packhouse.app.identity.audit.CommandAudit;
import org.packhouse.app.identity.signin.CurrentCaller;
import org.packhouse.app.platform.cache.Caches;
import org.packhouse.app.platform.cluster.ClusterPlace;
import org.packhouse.app.platform.configuration.RepeatedStart;
import org.packhouse.app.platform.configuration.StartRefusedException;
import org.packhouse.app.platform.database.DatabaseChecks;
import org.packhouse.app.platform.database.DatabaseCopy;
import org.packhouse.app.platform.database.DatabaseLoad;
import org.packhouse.app.platform.database.EmbeddedDatabaseUse;
import org.packhouse.app.platform.database.PreparedDatabase;
import org.packhouse.app.platform.node.Finding;
import org.packhouse.app.platform.node.JoinChecks;
import org.packhouse.app.upkeep.backup.Backup;
import org.packhouse.app.upkeep.backup.Restore;
import org.packhouse.app.upkeep.backup.RestoredHome;
import org.packhouse.app.upkeep.housekeeping.StorageVerification;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
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
 * Commands for administrators, with the few beans that each needs: {@code admin reset-password
 * USER}, {@code admin verify [KEY/slug]}, {@code admin backup DIRECTORY}, {@code admin restore
 * DIRECTORY}, {@code admin copy-database} and {@code admin check-cluster}. Those that do not write
 * rows work beside a running server, also with its embedded PostgreSQL.
 */
@ComponentScan("org.packhouse.app.platform.database")
// Lazily: what shows users to REST needs a server around it.
@ComponentScan(basePackages = "org.packhouse.app.identity.user", lazyInit = true)
@EntityScan({
  "org.packhouse.app.identity.user",
  "org.packhouse.app.hosting.project",
  "org.packhouse.app.hosting.repository"
})
@EnableJpaRepositories({"org.packhouse.app.identity.user", "org.packhouse.app.hosting.repository"})
@ConfigurationPropertiesScan({
  "org.packhouse.app.platform.database",
  "org.packhouse.app.platform.configuration"
})
@Import({HomesConfiguration.class, PreparedDatabase.class, CommandAudit.class, Caches.class})
@ImportAutoConfiguration({
  JdbcTemplateAutoConfiguration.class,
  JdbcClientAutoConfiguration.class,
  HibernateJpaAutoConfiguration.class,
  TransactionAutoConfiguration.class,
  JacksonAutoConfiguration.class
})
class AdminCommand {

  private static final String USAGE =
      "packhouse admin knows six commands: reset-password USER, verify [KEY/SLUG], backup DIRECTORY, restore DIRECTORY, copy-database, and check-cluster.";

  static boolean isNamedBy(String[] arguments) {
    return arguments.length > 0 && arguments[0].equals("admin");
  }

  /** Runs a command, prints its result or one sentence about its failure; returns the status. */
  static int run(String[] arguments, PrintStream out, PrintStream err) {
    List<String> words =
        Arrays.stream(arguments).takeWhile(argument -> !argument.startsWith("--")).toList();
    String[] settings = Arrays.copyOfRange(arguments, words.size(), arguments.length);
    String command = words.size() < 2 ? "" : words.get(1);
    if (command.equals("reset-password") && words.size() == 3) {
      return resetPassword(words.get(2), settings, out, err);
    }
    if (command.equals("verify") && words.size() <= 3) {
      return verify(words.size() == 3 ? words.get(2) : null, settings, out, err);
    }
    if (command.equals("backup") && words.size() == 3) {
      return backup(Path.of(words.get(2)), settings, out, err);
    }
    if (command.equals("restore") && words.size() == 3) {
      return restore(Path.of(words.get(2)), settings, out, err);
    }
    if (command.equals("copy-database") && words.size() == 2) {
      return copyDatabase(settings, out, err);
    }
    if (command.equals("check-cluster") && words.size() == 2) {
      return checkCluster(settings, out, err);
    }
    err.println(USAGE);
    return 2;
  }

  private static int resetPassword(
      String name, String[] settings, PrintStream out, PrintStream err) {
    return start(
        application(PasswordReset.class),
        settings,
        err,
        context -> {
          Optional<String> password = context.getBean(PasswordReset.class).reset(name);
          if (password.isEmpty()) {
            err.println("There is no user named '" + name + "'.");
            return 1;
          }
          out.println("The new password of " + name + " is " + password.get());
          return 0;
        });
  }

  private static int verify(
      @Nullable String repository, String[] settings, PrintStream out, PrintStream err) {
    return start(
        application(StorageVerification.class),
        settings,
        err,
        context -> context.getBean(StorageVerification.class).run(repository, out) ? 0 : 1);
  }

  private static int backup(Path directory, String[] settings, PrintStream out, PrintStream err) {
    return start(
        application(Backup.class),
        settings,
        err,
        context -> {
          context.getBean(Backup.class).run(directory, out);
          return 0;
        });
  }

  private static int restore(Path directory, String[] settings, PrintStream out, PrintStream err) {
    return start(
        new SpringApplication(RestoredHome.class),
        settings,
        err,
        home -> {
          DatabaseLoad load = home.getBean(RestoredHome.class).fill(directory);
          out.println("Copied the files; filling the database.");
          SpringApplication application = application(Restore.class);
          application.addInitializers(
              context -> context.getBeanFactory().registerSingleton("databaseLoad", load));
          RepeatedStart.mark(application);
          return start(
              application,
              settings,
              err,
              context -> context.getBean(Restore.class).finish(directory, out) ? 0 : 1);
        });
  }

  /** Starts without the other commands' beans, which would migrate the empty database. */
  private static int copyDatabase(String[] settings, PrintStream out, PrintStream err) {
    return start(
        new SpringApplication(DatabaseCopy.class),
        settings,
        err,
        context -> {
          context.getBean(DatabaseCopy.class).run(out);
          return 0;
        });
  }

  /** Starts without the other commands' beans: running nodes may have an older schema. */
  private static int checkCluster(String[] settings, PrintStream out, PrintStream err) {
    return start(
        new SpringApplication(ClusterCheckConfiguration.class),
        settings,
        err,
        context -> {
          List<Finding> findings = new ArrayList<>(context.getBean(DatabaseChecks.class).run());
          findings.add(context.getBean(ClusterPlace.class).check());
          findings.addAll(context.getBean(JoinChecks.class).run());
          findings.forEach(out::println);
          return findings.stream().allMatch(Finding::ok) ? 0 : 1;
        });
  }

  private static SpringApplication application(Class<?> command) {
    return new SpringApplication(AdminCommand.class, command);
  }

  /** Work of a command in its context; returns the exit status. */
  @FunctionalInterface
  private interface Work {
    int run(ConfigurableApplicationContext context) throws IOException;
  }

  private static int start(
      SpringApplication application, String[] settings, PrintStream err, Work work) {
    application.setWebApplicationType(WebApplicationType.NONE);
    application.setLogStartupInfo(false);
    try (ConfigurableApplicationContext context = application.run(settings)) {
      return report(err, context, work);
    } catch (RuntimeException reported) {
      // The console has said why already.
      return 1;
    }
  }

  private static int report(PrintStream err, ConfigurableApplicationContext context, Work work) {
    try {
      return work.run(context);
    } catch (IllegalArgumentException | IOException | StartRefusedException e) {
      err.println(e.getMessage());
      return 1;
    }
  }

  @Bean
  EmbeddedDatabaseUse embeddedDatabaseUse() {
    return EmbeddedDatabaseUse.JOIN_IF_RUNNING;
  }

  @Bean
  MeterRegistry meters() {
    return new SimpleMeterRegistry();
  }

  /** A command has no requests, and so no callers. */
  @Bean
  CurrentCaller currentCaller() {
    return () -> {
      throw new IllegalStateException("A command has no caller");
    };
  }
}
