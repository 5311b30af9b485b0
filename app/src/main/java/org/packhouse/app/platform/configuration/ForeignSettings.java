package org.packhouse.app.platform.configuration;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;

/**
 * Bitbucket's settings that this server lacks and a migrated file may hold. Some have an equivalent
 * here; for the others a warning names what to use instead.
 */
final class ForeignSettings {

  private static final String MEANS = "means ";

  private final List<Foreign> known;
  private final Map<String, String> meanings;

  private ForeignSettings(List<Foreign> known, Map<String, String> meanings) {
    this.known = known;
    this.meanings = meanings;
  }

  private record Foreign(String prefix, String advice) {}

  static ForeignSettings read() {
    Properties list = new Properties();
    try (InputStream in =
        ForeignSettings.class.getResourceAsStream("/bitbucket-settings.properties")) {
      list.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Map<String, String> meanings = new TreeMap<>();
    for (String key : list.stringPropertyNames()) {
      String text = list.getProperty(key);
      if (text.startsWith(MEANS)) {
        meanings.put(key, text.substring(MEANS.length()));
        list.remove(key);
      }
    }
    return new ForeignSettings(
        list.stringPropertyNames().stream()
            .map(prefix -> new Foreign(prefix, list.getProperty(prefix)))
            .sorted(Comparator.comparingInt((Foreign entry) -> -entry.prefix().length()))
            .toList(),
        meanings);
  }

  Map<String, String> meanings() {
    return meanings;
  }

  /** Returns the warning about a key of Bitbucket's; empty if it is none. */
  Optional<String> advice(String key) {
    return known.stream()
        .filter(entry -> key.equals(entry.prefix()) || key.startsWith(entry.prefix() + "."))
        .findFirst()
        .map(Foreign::advice);
  }
}
