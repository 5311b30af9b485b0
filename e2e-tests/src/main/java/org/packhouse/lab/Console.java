package org.packhouse.lab;

import java.io.PrintStream;
import org.jspecify.annotations.Nullable;

/** What the lab says: results to standard output, and on a terminal a line that changes. */
final class Console {

  private static final int WIDTH = 100;

  private final PrintStream out;
  private final @Nullable PrintStream terminal;
  private boolean lineIsOpen;

  /**
   * Makes one.
   *
   * @param terminal where the line that changes goes; null for nowhere
   */
  Console(PrintStream out, @Nullable PrintStream terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  /** That of this process. */
  static Console ofProcess() {
    java.io.Console console = System.console();
    return new Console(System.out, isTerminal(console) ? System.err : null);
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
      String cut = line.length() < WIDTH ? line : line.substring(0, WIDTH - 1);
      terminal.print("\r" + cut + " ".repeat(WIDTH - 1 - Math.min(WIDTH - 1, cut.length())));
      terminal.flush();
      lineIsOpen = true;
    }
  }

  private void clear() {
    if (terminal != null && lineIsOpen) {
      terminal.print("\r" + " ".repeat(WIDTH - 1) + "\r");
      terminal.flush();
      lineIsOpen = false;
    }
  }
}
