package org.packhouse.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
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
    Path file = BUILD.resolve("packhouse.cdx.json");
    assertThat(file).as("the list of libraries, which a build without -o makes").exists();
    JsonNode list = JsonMapper.shared().readTree(Files.readString(file));
    Set<String> listed = new TreeSet<>();
    for (JsonNode library : list.get("components")) {
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
}
