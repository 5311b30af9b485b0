package org.packhouse.app.source.hookscript;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.packhouse.app.platform.throttle.Ticket;
import org.packhouse.app.platform.throttle.TicketRequest;
import org.packhouse.app.platform.throttle.Tickets;
import org.packhouse.app.platform.throttle.Work;
import org.packhouse.app.storage.objects.RepositoryDirectories;
import org.packhouse.app.storage.process.GitCommand;
import org.packhouse.app.storage.process.GitProcess;
import org.packhouse.app.storage.process.GitProcesses;
import org.packhouse.hooks.RefChange;
import org.springframework.stereotype.Component;

/**
 * Runs a hook script as a shell alias of git: in git's environment, under a ticket, with limits of
 * time, memory and output.
 */
@Component
class ScriptRun {

  private static final String ALIAS = "hook-script";
  private static final String FILE = "PACKHOUSE_HOOK_SCRIPT";
  private static final int MAX_LINES = 50;

  /** Bytes that a script may write: far more than {@link #MAX_LINES} lines for a terminal. */
  private static final int MAX_OUTPUT = 64 << 10;

  private final ScriptFiles files;
  private final RepositoryDirectories directories;
  private final GitProcesses processes;
  private final Tickets tickets;
  private final HookScriptSettings settings;

  ScriptRun(
      ScriptFiles files,
      RepositoryDirectories directories,
      GitProcesses processes,
      Tickets tickets,
      HookScriptSettings settings) {
    this.files = files;
    this.directories = directories;
    this.processes = processes;
    this.tickets = tickets;
    this.settings = settings;
  }

  /** The input of a run: variables besides git's, and the ref changes for standard input. */
  record Input(
      long repositoryId, String caller, Map<String, String> environment, List<RefChange> changes) {}

  /** The result of a run: whether it exited with 0 in time, and its output or why it was ended. */
  record Outcome(boolean accepted, List<String> output) {}

  Outcome run(HookScript script, Input input) throws IOException {
    Path file = files.of(script);
    String run = UUID.randomUUID().toString();
    GitCommand command =
        GitCommand.in(directories.check(input.repositoryId()), ALIAS)
            .with("alias." + ALIAS, "!exec \"$" + FILE + "\"")
            .environment(FILE, file.toString())
            .environment(LeftoverProcesses.VARIABLE, run)
            .memoryOfAll(settings.memory())
            .limits(settings.timeout(), settings.timeout())
            .streams(new GitCommand.Streams(true, false, true));
    for (Map.Entry<String, String> variable : input.environment().entrySet()) {
      command = command.environment(variable.getKey(), variable.getValue());
    }
    TicketRequest request =
        TicketRequest.of(
                Work.HOOK_SCRIPT,
                TicketRequest.Target.repository(input.repositoryId()),
                input.caller())
            .expecting(settings.memory());
    try (Ticket ticket = tickets.acquire(request);
        GitProcess process = processes.start(ticket, command)) {
      process.send(lines(input.changes()));
      return outcome(script, process);
    } finally {
      LeftoverProcesses.end(run);
    }
  }

  private Outcome outcome(HookScript script, GitProcess process) {
    try (InputStream output = process.stdout()) {
      byte[] written = output.readNBytes(MAX_OUTPUT + 1);
      if (written.length > MAX_OUTPUT) {
        return new Outcome(
            false,
            List.of(
                "The hook script %s wrote more than %d bytes and was ended."
                    .formatted(script.name(), MAX_OUTPUT)));
      }
      return new Outcome(process.waitFor() == 0, output(written));
    } catch (IOException e) {
      if (process.heldTooMuch()) {
        return new Outcome(
            false,
            List.of(
                "The hook script %s took more than %d MB of memory and was ended."
                    .formatted(script.name(), settings.memory().toMegabytes())));
      }
      return new Outcome(
          false,
          List.of(
              "The hook script %s did not end within %d s and was ended."
                  .formatted(script.name(), settings.timeout().toSeconds())));
    }
  }

  private static byte[] lines(List<RefChange> changes) {
    return changes.stream()
        .map(RefChange::hookInput)
        .collect(Collectors.joining())
        .getBytes(StandardCharsets.UTF_8);
  }

  /** Returns the first lines without control characters, fit for a terminal. */
  private static List<String> output(byte[] written) {
    return new String(written, StandardCharsets.UTF_8)
        .lines()
        .limit(MAX_LINES)
        .map(line -> line.replaceAll("\\p{Cntrl}", " ").stripTrailing())
        .toList();
  }
}
