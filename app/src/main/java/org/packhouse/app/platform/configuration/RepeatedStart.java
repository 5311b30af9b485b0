package org.packhouse.app.platform.configuration;

import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.core.env.Environment;

/** Marks the second start within one command, whose settings were warned of by the first. */
public final class RepeatedStart {

  private static final String MARK = "packhouse.settings-told";

  private RepeatedStart() {}

  public static void mark(SpringApplication application) {
    application.setDefaultProperties(Map.of(MARK, "true"));
  }

  static boolean isMarked(Environment environment) {
    return environment.containsProperty(MARK);
  }
}
