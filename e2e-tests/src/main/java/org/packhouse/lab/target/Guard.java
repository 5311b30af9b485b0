package org.packhouse.lab.target;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.packhouse.lab.process.Command;

/**
 * Ends programs when this process is gone without having done so, as after {@code kill -9}: a shell
 * that is told their numbers through a pipe, whose end it sees however this process ends. They are
 * told to end first, so that a database shuts down as it should.
 */
final class Guard implements AutoCloseable {

  private static final String SCRIPT =
      """
      trap '' INT HUP TERM
      read -r directory
      programs=
      while read -r word; do
        [ "$word" != done ] || exit 0
        programs="$programs $word"
      done
      live() {
        for program in $programs; do
          ! kill -0 "$program" 2>/dev/null || return 0
        done
        return 1
      }
      tell() {
        for program in $programs; do
          kill "-$1" "$program" 2>/dev/null
        done
      }
      tell TERM
      left=150
      while [ "$left" -gt 0 ] && live; do
        left=$((left - 1))
        sleep 0.1
      done
      tell KILL
      rm -rf "$directory"
      """;

  private final Process shell;
  private final OutputStream words;

  private Guard(Process shell) {
    this.shell = shell;
    this.words = shell.getOutputStream();
  }

  /**
   * Begins to watch.
   *
   * @param data a directory that is removed when the programs were ended
   */
  static Guard over(Path data) throws IOException {
    ProcessBuilder builder = new ProcessBuilder("sh", "-c", SCRIPT);
    Command.clean(builder);
    builder.directory(Path.of("/").toFile());
    builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    Guard guard = new Guard(builder.start());
    guard.tell(data.toString());
    return guard;
  }

  /** Watches over one more. */
  void watch(ProcessHandle program) throws IOException {
    tell(Long.toString(program.pid()));
  }

  private synchronized void tell(String word) throws IOException {
    words.write((word + "\n").getBytes(StandardCharsets.UTF_8));
    words.flush();
  }

  /** What the shell sees when this process is killed. */
  void abandon() throws IOException {
    words.close();
  }

  /** Ends the watch, and no program. */
  @Override
  public void close() {
    try {
      tell("done");
      words.close();
      if (!shell.waitFor(1, TimeUnit.SECONDS)) {
        shell.destroyForcibly();
      }
    } catch (IOException gone) {
      shell.destroyForcibly();
    } catch (InterruptedException e) {
      shell.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
