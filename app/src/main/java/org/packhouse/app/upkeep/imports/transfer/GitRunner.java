package org.packhouse.app.upkeep.imports.transfer;

import java.io.IOException;
import java.util.function.Consumer;
import org.packhouse.app.storage.process.GitCommand;
import org.packhouse.app.storage.process.GitCommand.Streams;
import org.packhouse.app.storage.process.GitProcess;
import org.packhouse.app.storage.process.GitProcesses;
import org.springframework.stereotype.Component;
import org.springframework.util.unit.DataSize;

/** Runs git commands of imports, which can be stopped at any time. */
@Component
class GitRunner {

  /** Memory of native git that indexes a pack, as much as it may take for a push by default. */
  static final DataSize MAX_MEMORY = DataSize.ofGigabytes(1);

  private final GitProcesses processes;
  private final ImportSettings settings;

  GitRunner(GitProcesses processes, ImportSettings settings) {
    this.processes = processes;
    this.settings = settings;
  }

  /** Runs a command; the secret is for git's credential helper. Returns the exit code. */
  int run(RunningImport running, GitCommand command, byte[] secret, Consumer<String> lines)
      throws IOException, ImportFailedException, ImportCancelledException {
    GitCommand limited =
        command
            .niced()
            .memory(MAX_MEMORY)
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
