package org.packhouse.app.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.packhouse.app.testing.TestingServer;

/** The icons of the pages are in the file that browsers load. */
class IconsTest {

  private static final Path TEMPLATES = Path.of("src/main/resources/templates");
  private static final Pattern USE = Pattern.compile("ui :: icon\\(('[a-z0-9-]+'|\\$\\{[^}]+})\\)");
  private static final Pattern CHOICE = Pattern.compile("(?:^|[?:] )'([a-z0-9-]+)'");
  private static final Pattern SYMBOL = Pattern.compile("<symbol[^>]* id=\"([^\"]+)\"");

  private final TestingServer server = TestingServer.shared();

  @Test
  void everyIconOfATemplateIsThereForBrowsersToKeep() throws Exception {
    HttpResponse<String> icons = load(server.get(Ui.class).icons());
    assertThat(icons.statusCode()).isEqualTo(200);
    assertThat(icons.headers().firstValue("Cache-Control").orElse("")).contains("immutable");
    assertThat(all(SYMBOL, icons.body())).containsAll(used()).hasSizeGreaterThan(used().size());
  }

  private HttpResponse<String> load(String path) throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(
          HttpRequest.newBuilder(URI.create(server.httpUrl() + path)).build(),
          BodyHandlers.ofString());
    }
  }

  private static Set<String> used() throws IOException {
    Set<String> names = new TreeSet<>();
    try (Stream<Path> templates = Files.walk(TEMPLATES)) {
      templates
          .filter(Files::isRegularFile)
          .flatMap(template -> all(USE, read(template)).stream())
          .forEach(use -> names.addAll(all(CHOICE, use)));
    }
    assertThat(names).contains("trash", "globe2", "lock");
    return names;
  }

  private static List<String> all(Pattern pattern, String text) {
    return pattern.matcher(text).results().map((MatchResult match) -> match.group(1)).toList();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file, UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
