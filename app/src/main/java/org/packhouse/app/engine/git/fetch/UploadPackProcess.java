package org.packhouse.app.engine.git.fetch;

import java.io.IOException;
import java.io.OutputStream;
import java.util.regex.Pattern;
import org.packhouse.app.engine.git.PktLineReader;
import org.packhouse.app.engine.git.WireException;
import org.packhouse.app.engine.git.fetch.CheckedFetch.Framing;
import org.packhouse.app.platform.throttle.Ticket;
import org.packhouse.app.storage.objects.RepositoryDirectories;
import org.packhouse.app.storage.process.GitCommand;
import org.packhouse.app.storage.process.GitFailedException;
import org.packhouse.app.storage.process.GitProcess;
import org.packhouse.app.storage.process.GitProcesses;
import org.springframework.stereotype.Component;

/** Starts {@code git upload-pack} without refs, for any object: wants were checked before. */
@Component
class UploadPackProcess {

  /** Messages by which native git refuses a request; its own failures read otherwise. */
  private static final Pattern REFUSAL =
      Pattern.compile(
          "(git upload-pack: (?!aborting|unable)"
              + "|no commits selected for shallow requests"
              + "|invalid shallow "
              + "|Invalid deepen"
              + "|multiple filter-specs cannot be combined"
              + "|protocol error: ).*");

  private static final String FATAL = "fatal: ";

  /** Git's message when a request is truncated. */
  private static final String CUT_OFF = FATAL + "the remote end hung up unexpectedly";

  private final RepositoryDirectories directories;
  private final GitProcesses processes;

  UploadPackProcess(RepositoryDirectories directories, GitProcesses processes) {
    this.directories = directories;
    this.processes = processes;
  }

  /** Starts a process for one request and one response. */
  GitProcess stateless(Ticket ticket, CheckedFetch fetch) throws IOException {
    GitCommand command = stateless(fetch.repositoryId());
    // Deltas would make the pack a few percent smaller, at twice the processor time.
    if (fetch.request().isOfDepthOne()) {
      command = command.with("pack.window", "0");
    }
    if (fetch.framing() == Framing.V2) {
      command = command.environment("GIT_PROTOCOL", "version=2");
    }
    return processes.start(ticket, command);
  }

  /** Starts a process for one round of protocol v0's negotiation. */
  GitProcess round(Ticket ticket, long repositoryId) throws IOException {
    return processes.start(ticket, stateless(repositoryId).readingWhatItNeeds());
  }

  private GitCommand stateless(long repositoryId) throws IOException {
    return command(repositoryId, "upload-pack", "--stateless-rpc", ".");
  }

  /** Starts a process for a conversation of protocol v0, its own advertisement first. */
  GitProcess conversation(Ticket ticket, long repositoryId) throws IOException {
    return processes.start(ticket, command(repositoryId, "upload-pack", ".").readingWhatItNeeds());
  }

  /**
   * Relays the output without messages about the server's files, until git has ended well, or
   * throws a WireException with its refusal.
   */
  static void relay(GitProcess process, OutputStream target, Framing framing) throws IOException {
    process.stdout().relayTo(ProgressFilter.of(target, framing));
    try {
      process.succeed();
    } catch (GitFailedException e) {
      for (String line : e.stderr().lines().toList()) {
        if (line.equals(CUT_OFF)) {
          throw new WireException("The request ends before all of it has come");
        }
        if (line.startsWith(FATAL) && REFUSAL.matcher(line.substring(FATAL.length())).matches()) {
          throw new WireException(PktLineReader.shortened(line.substring(FATAL.length())));
        }
      }
      throw e;
    }
  }

  private GitCommand command(long repositoryId, String... arguments) throws IOException {
    return GitCommand.in(directories.check(repositoryId), arguments)
        .with("uploadpack.allowFilter", "true")
        .with("uploadpack.allowSidebandAll", "true")
        .with("uploadpack.allowAnySHA1InWant", "true")
        .with("uploadpack.hideRefs", "refs")
        .niced();
  }
}
