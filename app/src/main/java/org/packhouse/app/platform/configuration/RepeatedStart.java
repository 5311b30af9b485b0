package org.packhouse.app.platform.configuration;

import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.core.env.Environment;

/**
 * Marks the second start of one command, with the same settings as its first: what is to be said of
 * them has been said.
 */
public final class RepeatedStart {

  private static final String MARK = "packhouse.settings-told";

  private RepeatedStart() {}

  /** Marks a start that repeats another of this process. */
  public static void mark(SpringApplication application) {
    application.setDefaultProperties(Map.of(MARK, "true"));
  }

  static boolean isMarked(Environment environment) {
    return environment.containsProperty(MARK);
  }
}
