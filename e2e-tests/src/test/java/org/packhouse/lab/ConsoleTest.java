package org.packhouse.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ConsoleTest {

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream stream = new PrintStream(bytes, true, StandardCharsets.UTF_8);

  @Test
  void rewritesOneLineThatIsNeverAsWideAsTheTerminal() {
    Console console = new Console(stream, stream, 10);
    console.show("one");
    console.show("longer than the terminal");
    console.say("done");
    assertThat(text()).isEqualTo("\rone      \rlonger th\r         \rdone\n");
  }

  @Test
  void showsNothingThatChangesWithoutATerminal() {
    Console console = new Console(stream, null, 10);
    console.show("one");
    console.say("done");
    assertThat(text()).isEqualTo("done\n");
  }

  @Test
  void tellsStepsLineByLineWithoutATerminal() {
    Console console = Console.inLines(stream, stream);
    console.step("one.");
    console.show("one, 1 s");
    console.say("done");
    assertThat(text()).isEqualTo("one.\ndone\n");
  }

  private String text() {
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
