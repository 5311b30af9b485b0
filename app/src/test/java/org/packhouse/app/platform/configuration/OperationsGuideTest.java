package org.packhouse.app.platform.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class OperationsGuideTest {

  private static final Pattern ROW = Pattern.compile("^\\| `([^`]+)` \\|");

  @Test
  void listsEverySettingAndNoOther() throws IOException {
    List<String> listed =
        Files.readAllLines(Path.of("../docs/operations.md")).stream()
            .flatMap(line -> ROW.matcher(line).results().map(row -> row.group(1)))
            .filter(name -> name.contains("."))
            .sorted()
            .toList();
    List<String> known =
        KnownSettings.find().keys().stream()
            .map(SettingKey::name)
            .filter(name -> !name.endsWith("." + SettingKey.ANY))
            .sorted()
            .toList();
    assertThat(listed).doesNotHaveDuplicates().containsExactlyElementsOf(known);
  }
}
