package org.packhouse.app.upkeep.housekeeping;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.node.Homes;
import org.packhouse.app.platform.throttle.Ticket;
import org.packhouse.app.platform.throttle.TicketRequest.Target;
import org.packhouse.app.storage.objects.DurableFiles;
import org.packhouse.app.storage.objects.RepositoryStorage;
import org.packhouse.app.storage.process.GitCommand;
import org.packhouse.app.storage.process.GitProcess;
import org.packhouse.app.storage.process.GitProcesses;
import org.springframework.stereotype.Component;

/**
 * Walks from all refs, hidden ones included, to every object by native git, and reports missing.
 */
@Component
class ReachableObjects {

  private static final int MAX_LINES = 3;

  private final GitProcesses processes;
  private final PackWriter commands;
  private final RepositoryStorage storage;
  private final Homes homes;

  ReachableObjects(
      GitProcesses processes, PackWriter commands, RepositoryStorage storage, Homes homes) {
    this.processes = processes;
    this.commands = commands;
    this.storage = storage;
    this.homes = homes;
  }

  /**
   * Returns missing objects in git's words, with their refs; null: none. Fails if the walk does.
   */
  @Nullable String missing(Target target, Path repository) throws IOException {
    try (Ticket ticket = commands.ticket(target)) {
      Map<String, String> refs = refs(ticket, repository);
      return missing(ticket, revList(repository), refs);
    }
  }

  /** Returns objects that would be missing without some packs. */
  @Nullable String missingWithout(
      PackOwner owner, PackDirectory directory, Collection<String> without) throws IOException {
    Path objects = directory.path().resolveSibling(".").normalize();
    Path repository = objects.resolveSibling(".").normalize();
    Path view = Files.createTempDirectory(homes.temporary(), "objects-");
    try (Ticket ticket = commands.ticket(owner.target())) {
      // Refs first: whatever these name has come before the packs are listed.
      Map<String, String> refs = refs(ticket, repository);
      link(directory, Set.copyOf(without), view);
      linkLoose(objects, view);
      Long poolId = owner.poolId();
      if (poolId != null) {
        Path pool = storage.poolDirectory(poolId).resolve("objects").toAbsolutePath();
        Files.createDirectory(view.resolve("info"));
        Files.writeString(view.resolve("info").resolve("alternates"), pool + "\n");
      }
      return missing(
          ticket, revList(repository).environment("GIT_OBJECT_DIRECTORY", view.toString()), refs);
    } finally {
      DurableFiles.deleteRecursively(view);
    }
  }

  private static void link(PackDirectory directory, Set<String> without, Path view)
      throws IOException {
    Path packs = Files.createDirectory(view.resolve("pack"));
    for (String name : directory.names()) {
      if (!without.contains(name)) {
        for (String extension : List.of(".pack", ".idx")) {
          Path file = directory.file(name, extension);
          Files.createSymbolicLink(packs.resolve(name + extension), file.toAbsolutePath());
        }
      }
    }
  }

  private static void linkLoose(Path objects, Path view) throws IOException {
    try (Stream<Path> entries = Files.list(objects)) {
      for (Path entry : (Iterable<Path>) entries::iterator) {
        String name = entry.getFileName().toString();
        if (name.matches("[0-9a-f]{2}")) {
          Files.createSymbolicLink(view.resolve(name), entry.toAbsolutePath());
        }
      }
    }
  }

  /** Returns object ids of refs, each with one of its refs. */
  private Map<String, String> refs(Ticket ticket, Path repository) throws IOException {
    Map<String, String> refs = new LinkedHashMap<>();
    processes
        .run(
            ticket,
            commands.command(repository, "for-each-ref", "--format=%(objectname) %(refname)"))
        .lines()
        .forEach(line -> {
          int space = line.indexOf(' ');
          refs.putIfAbsent(line.substring(0, space), line.substring(space + 1));
        });
    return refs;
  }

  private GitCommand revList(Path repository) {
    // The graph of commits names commits that need not be there.
    return commands
        .command(repository, "rev-list", "--objects", "--quiet", "--stdin")
        .with("core.commitGraph", "false");
  }

  private @Nullable String missing(Ticket ticket, GitCommand command, Map<String, String> refs)
      throws IOException {
    if (refs.isEmpty()) {
      return null;
    }
    try (GitProcess process = processes.start(ticket, command);
        InputStream output = process.stdout()) {
      process.send((String.join("\n", refs.keySet()) + "\n").getBytes(StandardCharsets.US_ASCII));
      output.transferTo(java.io.OutputStream.nullOutputStream());
      return process.waitFor() == 0 ? null : told(process.stderr(), refs);
    }
  }

  private static String told(String errors, Map<String, String> refs) {
    String words =
        errors
            .lines()
            .filter(line -> line.startsWith("fatal:") || line.startsWith("error:"))
            .limit(MAX_LINES)
            .collect(Collectors.joining("; "));
    String named =
        refs.entrySet().stream()
            .filter(ref -> words.contains(ref.getKey()))
            .map(Map.Entry::getValue)
            .findFirst()
            .map(ref -> " (" + ref + ")")
            .orElse("");
    return (words.isEmpty() ? errors.strip() : words) + named;
  }
}
