package org.packhouse.lab;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The output of the lab: results to standard output, and what goes on to a line that changes on a
 * terminal, or line by line to standard error where there is none.
 */
final class Console {

  private static final int USUAL_WIDTH = 80;
  private static final Path TERMINAL = Path.of("/dev/tty");

  private final PrintStream out;
  private final @Nullable PrintStream terminal;
  private final @Nullable PrintStream steps;
  private final int width;
  private boolean lineIsOpen;

  /**
   * Makes one.
   *
   * @param terminal where the line that changes goes; null for nowhere
   * @param width columns of the terminal; a line that fills all of them would begin a new one
   */
  Console(PrintStream out, @Nullable PrintStream terminal, int width) {
    this(out, terminal, null, width);
  }

  private Console(
      PrintStream out, @Nullable PrintStream terminal, @Nullable PrintStream steps, int width) {
    this.out = out;
    this.terminal = terminal;
    this.steps = steps;
    this.width = width;
  }

  /** One without a terminal; what goes on is told line by line. */
  static Console inLines(PrintStream out, PrintStream steps) {
    return new Console(out, null, steps, USUAL_WIDTH);
  }

  /** That of this process. */
  static Console ofProcess() {
    java.io.Console console = System.console();
    return isTerminal(console)
        ? new Console(System.out, System.err, columns())
        : inLines(System.out, System.err);
  }

  /** As {@code stty} tells them; the usual ones if it does not. */
  private static int columns() {
    try {
      Process stty =
          new ProcessBuilder("stty", "size")
              .redirectInput(TERMINAL.toFile())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String size = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      int columns = Integer.parseInt(size.substring(size.indexOf(' ') + 1).strip());
      return columns > 1 ? columns : USUAL_WIDTH;
    } catch (IOException | NumberFormatException unknown) {
      return USUAL_WIDTH;
    }
  }

  private static boolean isTerminal(java.io.@Nullable Console console) {
    return console != null && console.isTerminal();
  }

  /** Prints lines that stay. */
  synchronized void say(String text) {
    clear();
    out.println(text);
    out.flush();
  }

  /** Shows what goes on now, on a terminal; the next call replaces it. */
  synchronized void show(String line) {
    if (terminal != null) {
      int room = width - 1;
      String cut = line.length() <= room ? line : line.substring(0, room);
      terminal.print("\r" + cut + " ".repeat(room - cut.length()));
      terminal.flush();
      lineIsOpen = true;
    }
  }

  /** Tells what goes on now to somebody who has no terminal. */
  synchronized void step(String line) {
    if (steps != null) {
      steps.println(line);
      steps.flush();
    }
  }

  private void clear() {
    if (terminal != null && lineIsOpen) {
      terminal.print("\r" + " ".repeat(width - 1) + "\r");
      terminal.flush();
      lineIsOpen = false;
    }
  }
}
