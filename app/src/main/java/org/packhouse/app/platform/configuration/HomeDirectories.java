package org.packhouse.app.platform.configuration;

import java.nio.file.Path;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.ConfigurableEnvironment;

/** The home of this node and the one shared by all nodes, absolute. */
public record HomeDirectories(Path local, Path shared) {

  /** Reads them before any other settings. */
  static HomeDirectories of(ConfigurableEnvironment environment) {
    return of(
        Binder.get(environment)
            .bind("packhouse", NodeSettings.class)
            .orElseGet(() -> new NodeSettings(null, null, false)));
  }

  /** Defaults to {@code ~/.packhouse}, and {@code shared} in it. */
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
