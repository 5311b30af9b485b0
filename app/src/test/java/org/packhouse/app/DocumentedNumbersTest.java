package org.packhouse.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Field;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Compares numbers that the documents quote with the constants that they name: {@code 1 MiB
 * (`SlicedFile.SLICE`)}, as a number, an optional unit, and a constant in round brackets.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DocumentedNumbersTest {

  private static final Pattern QUOTED =
      Pattern.compile(
          "(?<number>[0-9][0-9,.]*)(?: (?<unit>[A-Za-z/]+(?: [a-z]+)?))?"
              + " \\(`(?<type>[A-Z]\\w+)\\.(?<constant>[A-Z][A-Z0-9_]+)`\\)");

  private static final Map<String, Long> UNITS =
      Map.of(
          "KiB", 1L << 10, "MiB", 1L << 20, "GiB", 1L << 30, "ms", 1L, "s", 1000L, "min", 60_000L);

  private final Map<String, String> types = new TreeMap<>();

  DocumentedNumbersTest() throws IOException, URISyntaxException {
    Path classes =
        Path.of(PackhouseServer.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    try (Stream<Path> files = Files.walk(classes.resolve("org/packhouse/app"))) {
      files
          .map(file -> classes.relativize(file).toString())
          .filter(name -> name.endsWith(".class") && !name.contains("$"))
          .map(name -> name.substring(0, name.length() - ".class".length()).replace('/', '.'))
          .forEach(name -> types.put(name.substring(name.lastIndexOf('.') + 1), name));
    }
  }

  @Test
  void areThoseOfTheConstants() throws IOException, ReflectiveOperationException {
    List<String> wrong = new ArrayList<>();
    int compared = 0;
    try (Stream<Path> documents = Files.list(Path.of("../docs"))) {
      for (Path document :
          documents.filter(it -> it.toString().endsWith(".md")).sorted().toList()) {
        Matcher quotes = QUOTED.matcher(Files.readString(document).replaceAll("\\s+", " "));
        for (MatchResult quote : quotes.results().toList()) {
          compared++;
          long told = told(quote);
          long real = real(quote.group("type"), quote.group("constant"));
          if (told != real) {
            wrong.add(
                "%s: %s, but it is %d".formatted(document.getFileName(), quote.group(), real));
          }
        }
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(compared).isGreaterThan(15);
  }

  private static long told(MatchResult quote) {
    long number = Long.parseLong(quote.group("number").replace(",", ""));
    return number * UNITS.getOrDefault(Objects.requireNonNullElse(quote.group("unit"), ""), 1L);
  }

  /** Times count in milliseconds. */
  private long real(String type, String constant) throws ReflectiveOperationException {
    Field field =
        Class.forName(
                Objects.requireNonNull(types.get(type), type),
                false,
                PackhouseServer.class.getClassLoader())
            .getDeclaredField(constant);
    field.setAccessible(true);
    return switch (Objects.requireNonNull(field.get(null))) {
      case Duration time -> time.toMillis();
      case Number number -> number.longValue();
      default -> throw new IllegalArgumentException(type + "." + constant + " is no number");
    };
  }
}
