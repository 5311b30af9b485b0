package org.packhouse.app.upkeep.housekeeping;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.throttle.Ticket;
import org.packhouse.app.platform.throttle.TicketRequest.Target;
import org.packhouse.app.storage.objects.RepositoryDirectories;
import org.packhouse.app.storage.process.GitProcess;
import org.packhouse.app.storage.process.GitProcesses;
import org.springframework.stereotype.Component;

/**
 * Reads every object by {@code git fsck} and reports broken ones, not those that Git would merely
 * write differently today.
 */
@Component
class StoredObjects {

  private static final int MAX_LINES = 3;

  /** The bit of the exit status for objects of an unusual form, which broken objects set too. */
  private static final int STRANGE = 1;

  private static final List<String> DAMAGE =
      List.of("error: ", "fatal: ", "missing ", "broken link ");

  private final GitProcesses processes;
  private final PackWriter commands;
  private final RepositoryDirectories directories;

  StoredObjects(GitProcesses processes, PackWriter commands, RepositoryDirectories directories) {
    this.processes = processes;
    this.commands = commands;
    this.directories = directories;
  }

  /** Returns broken objects in git's words; null: none. Fails if the check itself does. */
  @Nullable String broken(long repositoryId) throws IOException {
    try (Ticket ticket = commands.ticket(Target.repository(repositoryId));
        GitProcess process =
            processes.start(
                ticket,
                commands.command(
                    directories.check(repositoryId),
                    "fsck",
                    "--full",
                    "--no-dangling",
                    "--no-reflogs",
                    "--no-progress"));
        BufferedReader output =
            new BufferedReader(new InputStreamReader(process.stdout(), StandardCharsets.UTF_8))) {
      process.sendNothing();
      // An old history may have a line to each of its objects.
      List<String> told = new ArrayList<>();
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        if (told.size() < MAX_LINES && isDamage(line)) {
          told.add(line);
        }
      }
      int status = process.waitFor();
      String damage =
          Stream.concat(process.stderr().lines().filter(StoredObjects::isDamage), told.stream())
              .limit(MAX_LINES)
              .collect(Collectors.joining("; "));
      if (status == 0 || (damage.isEmpty() && status == STRANGE)) {
        return null;
      }
      return damage.isEmpty() ? "git fsck ended with status " + status : damage;
    }
  }

  private static boolean isDamage(String line) {
    return DAMAGE.stream().anyMatch(line::startsWith);
  }
}
