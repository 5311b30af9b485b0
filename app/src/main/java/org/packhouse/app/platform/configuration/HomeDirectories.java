package org.packhouse.app.platform.configuration;

import java.nio.file.Path;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * The two homes as the settings name them, absolute.
 *
 * @param local this node's own
 * @param shared the one of all nodes
 */
public record HomeDirectories(Path local, Path shared) {

  /** Reads them before there are any other settings. */
  static HomeDirectories of(ConfigurableEnvironment environment) {
    return of(
        Binder.get(environment)
            .bind("packhouse", NodeSettings.class)
            .orElseGet(() -> new NodeSettings(null, null, false)));
  }

  /** What follows from the settings: by default {@code ~/.packhouse}, and {@code shared} in it. */
  public static HomeDirectories of(NodeSettings settings) {
    Path given = settings.home();
    Path local =
        (given == null ? Path.of(System.getProperty("user.home"), ".packhouse") : given)
            .toAbsolutePath()
            .normalize();
    Path shared = settings.sharedHome();
    return new HomeDirectories(
        local, shared == null ? local.resolve("shared") : shared.toAbsolutePath().normalize());
  }
}
