package org.packhouse.app.configuration;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/**
 * Bitbucket's settings that this server does not have: an administrator may bring them along in a
 * file and is told, once each, what does the same here.
 */
final class ForeignSettings {

  private final List<Foreign> known;

  private ForeignSettings(List<Foreign> known) {
    this.known = known;
  }

  private record Foreign(String prefix, String advice) {}

  /** Reads the list that comes with the server. */
  static ForeignSettings read() {
    Properties list = new Properties();
    try (InputStream in =
        ForeignSettings.class.getResourceAsStream("/bitbucket-settings.properties")) {
      list.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new ForeignSettings(
        list.stringPropertyNames().stream()
            .map(prefix -> new Foreign(prefix, list.getProperty(prefix)))
            .sorted(Comparator.comparingInt((Foreign entry) -> -entry.prefix().length()))
            .toList());
  }

  /** What to tell about a key of Bitbucket's; empty if it is none. */
  Optional<String> advice(String key) {
    return known.stream()
        .filter(entry -> key.equals(entry.prefix()) || key.startsWith(entry.prefix() + "."))
        .findFirst()
        .map(Foreign::advice);
  }
}
