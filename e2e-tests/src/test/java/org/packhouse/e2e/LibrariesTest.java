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
  private static final String FOLDER = "BOOT-INF/lib/";

  @Test
  void areListedAllOfThemAndNoOthers() throws IOException {
    JsonNode list =
        JsonMapper.shared().readTree(Files.readString(BUILD.resolve("packhouse.cdx.json")));
    Set<String> listed = new TreeSet<>();
    for (JsonNode library : list.get("components")) {
      assertThat(library.get("purl").asString()).startsWith("pkg:maven/");
      listed.add(library.get("name").asString() + "-" + library.get("version").asString() + ".jar");
    }
    try (JarFile jar = new JarFile(BUILD.resolve("packhouse.jar").toFile())) {
      assertThat(listed)
          .isEqualTo(
              jar.stream()
                  .map(entry -> entry.getName())
                  .filter(name -> name.startsWith(FOLDER) && name.endsWith(".jar"))
                  .map(name -> name.substring(FOLDER.length()))
                  .collect(Collectors.toCollection(TreeSet::new)));
    }
  }
}
