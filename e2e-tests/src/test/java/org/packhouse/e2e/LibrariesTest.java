package org.packhouse.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The list of libraries that a build writes, against the jar that it has made. */
class LibrariesTest {

  private static final Path BUILD = Path.of("..", "app", "target");
  private static final String DIRECTORY = "BOOT-INF/lib/";

  /** Libraries that hold nothing, but for what they depend on: the jar goes without them. */
  private static final String STARTER = "spring-boot-starter";

  /** What unpacks the jar: no library of the server, but of Spring Boot's plugin. */
  private static final String TOOLS = "spring-boot-jarmode-tools-";

  @Test
  void areListedAllOfThemAndNoOthers() throws IOException {
    Set<String> listed = new TreeSet<>();
    for (JsonNode library : libraries()) {
      assertThat(library.get("purl").asString()).startsWith("pkg:maven/");
      String name = library.get("name").asString();
      if (!name.startsWith(STARTER)) {
        listed.add(name + "-" + library.get("version").asString() + ".jar");
      }
    }
    try (JarFile jar = new JarFile(BUILD.resolve("packhouse.jar").toFile())) {
      assertThat(listed)
          .isEqualTo(
              jar.stream()
                  .map(entry -> entry.getName())
                  .filter(name -> name.startsWith(DIRECTORY) && name.endsWith(".jar"))
                  .map(name -> name.substring(DIRECTORY.length()))
                  .filter(name -> !name.startsWith(TOOLS))
                  .collect(Collectors.toCollection(TreeSet::new)));
    }
  }

  @Test
  void theNoticeNamesEachThatIsNotUnderTheApacheLicenseAlone() throws IOException {
    String notice = Files.readString(Path.of("..", "NOTICE"));
    Set<String> named =
        Pattern.compile("[A-Za-z0-9.-]*[A-Za-z0-9]")
            .matcher(notice)
            .results()
            .map(MatchResult::group)
            .collect(Collectors.toSet());
    for (JsonNode library : libraries()) {
      String licences = library.path("licenses").toString();
      if (!licences.contains("Apache")
          && !library.path("group").asString("").equals("org.packhouse")) {
        assertThat(named)
            .as("named in NOTICE, with " + licences)
            .contains(library.get("name").asString());
      }
    }
  }

  private static JsonNode libraries() throws IOException {
    Path file = BUILD.resolve("packhouse.cdx.json");
    assertThat(file).as("the list of libraries, which a build without -o makes").exists();
    return JsonMapper.shared().readTree(Files.readString(file)).get("components");
  }
}
