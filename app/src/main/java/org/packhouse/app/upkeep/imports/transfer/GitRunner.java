package org.packhouse.app.upkeep.imports.transfer;

import java.io.IOException;
import java.util.function.Consumer;
import org.packhouse.app.storage.process.GitCommand;
import org.packhouse.app.storage.process.GitCommand.Streams;
import org.packhouse.app.storage.process.GitProcess;
import org.packhouse.app.storage.process.GitProcesses;
import org.springframework.stereotype.Component;

/** Runs a git command for an import: in the background, to be stopped at any time. */
@Component
class GitRunner {

  private final GitProcesses processes;
  private final ImportSettings settings;

  GitRunner(GitProcesses processes, ImportSettings settings) {
    this.processes = processes;
    this.settings = settings;
  }

  /**
   * Runs a command.
   *
   * @param secret what a helper of git reads; empty: nothing
   * @param lines hears every line that it writes, of standard error too
   * @return its exit code
   */
  int run(RunningImport running, GitCommand command, byte[] secret, Consumer<String> lines)
      throws IOException, ImportFailedException, ImportCancelledException {
    GitCommand limited =
        command
            .niced()
            .memory(settings.maxMemory())
            .limits(settings.timeout(), settings.timeout())
            .streams(new Streams(true, true, true));
    try (GitProcess process = processes.start(running.ticket(), limited)) {
      running.begin(process);
      process.send(secret);
      new GitLines(lines).readAll(process.stdout());
      int code = process.waitFor();
      running.check();
      return code;
    } catch (IOException e) {
      running.check();
      throw e;
    } finally {
      running.end();
    }
  }
}
