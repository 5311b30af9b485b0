package org.packhouse.app;

import org.packhouse.app.platform.database.PreparedDatabase;
import org.packhouse.app.platform.localcluster.ClusterCommand;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.boot.security.autoconfigure.UserDetailsServiceAutoConfiguration;
import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterAutoConfiguration;
import org.springframework.context.annotation.Import;
import org.springframework.modulith.Modulithic;

/** Starts a Packhouse node. */
@Modulithic(systemName = "Packhouse")
@SpringBootApplication(
    proxyBeanMethods = false,
    exclude = {SecurityFilterAutoConfiguration.class, UserDetailsServiceAutoConfiguration.class})
@ConfigurationPropertiesScan
@Import(PreparedDatabase.class)
public class PackhouseServer {

  /**
   * Starts the server with {@code --key=value} settings, which win over file and environment;
   * behind {@code admin COMMAND} or {@code cluster} runs a command, or several nodes on this
   * machine.
   */
  public static void main(String[] arguments) {
    if (AdminCommand.isNamedBy(arguments)) {
      System.exit(AdminCommand.run(arguments, System.out, System.err));
    }
    if (ClusterCommand.isNamedBy(arguments)) {
      System.exit(ClusterCommand.run(arguments, System.out, System.err));
    }
    try {
      application().run(arguments);
    } catch (SpringApplication.AbandonedRunException noStart) {
      // The build wants definitions of beans alone and ends the run before it makes any.
      throw noStart;
    } catch (RuntimeException reported) {
      // The console has said why already; the status tells whatever started this process.
      System.exit(1);
    }
  }

  public static SpringApplication application() {
    return new SpringApplication(PackhouseServer.class);
  }
}
