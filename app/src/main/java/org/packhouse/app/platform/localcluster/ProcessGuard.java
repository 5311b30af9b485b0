package org.packhouse.app.platform.localcluster;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A process that outlives this one: when it ends, killed or not, the guard ends the remaining nodes
 * and then the database. It detects the end by a pipe, which the kernel closes.
 */
final class ProcessGuard implements AutoCloseable {

  private static final String SCRIPT =
      """
      trap '' HUP INT TERM
      nodes= database=
      while read -r kind rest; do
        case $kind in
          nodes) nodes=$rest ;;
          database) database=$rest ;;
        esac
      done
      # Now, not when the nodes have ended: by then another cluster may run over the same data.
      process=
      [ -z "$database" ] || process=$(head -n 1 "$database/postmaster.pid" 2>/dev/null)
      lives() {
        for node in $nodes; do
          if kill -0 "$node" 2>/dev/null; then
            # One that nobody has buried has no program any more.
            if [ ! -d /proc/self ] || readlink "/proc/$node/exe" >/dev/null 2>&1; then return 0; fi
          fi
        done
        return 1
      }
      lives && kill -TERM $nodes 2>/dev/null
      seconds=0
      while lives && [ "$seconds" -lt 60 ]; do sleep 1; seconds=$((seconds + 1)); done
      lives && kill -KILL $nodes 2>/dev/null
      [ -n "$process" ] || exit 0
      # The file may be one that a crash has left, and the process id somebody else's by now.
      if [ ! -d /proc/self ] || [ "$(readlink "/proc/$process/cwd")" = "$database" ]; then
        kill -INT "$process" 2>/dev/null
      fi
      """;

  private final Process process;

  ProcessGuard() throws IOException {
    ProcessBuilder builder = new ProcessBuilder("sh", "-c", SCRIPT, "packhouse-guard");
    builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
    builder.redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.directory(new File("/"));
    process = builder.start();
  }

  /** Replaces the list of guarded nodes. */
  void watch(List<Long> nodes) {
    send(nodes.stream().map(String::valueOf).collect(Collectors.joining(" ", "nodes ", "\n")));
  }

  /** Guards the database that this process has started. */
  void watchDatabase(Path directory) throws IOException {
    send("database " + directory.toRealPath() + "\n");
  }

  private synchronized void send(String line) {
    try {
      OutputStream pipe = process.getOutputStream();
      pipe.write(line.getBytes(StandardCharsets.UTF_8));
      pipe.flush();
    } catch (IOException e) {
      throw new UncheckedIOException("The watchdog of the node processes has ended", e);
    }
  }

  /** Ends the guard, which ends whatever is left. */
  @Override
  public void close() {
    try {
      process.getOutputStream().close();
      process.waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
