package org.packhouse.app.upkeep.housekeeping;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.throttle.Ticket;
import org.packhouse.app.platform.throttle.TicketRequest;
import org.packhouse.app.platform.throttle.TicketRequest.Target;
import org.packhouse.app.platform.throttle.Tickets;
import org.packhouse.app.platform.throttle.Work;
import org.packhouse.app.storage.process.GitCommand;
import org.packhouse.app.storage.process.GitProcess;
import org.packhouse.app.storage.process.GitProcesses;
import org.packhouse.app.upkeep.housekeeping.PackDirectory.Pack;
import org.springframework.stereotype.Component;

/**
 * Writes packs beside the present ones, and removes none. It runs {@code git pack-objects}, because
 * {@code git repack} tells what it replaced only by removing it.
 */
@Component
class PackWriter {

  /** The longest run of one git command: at niceness 10 a large history takes hours to repack. */
  static final Duration MAX_COMMAND_TIME = Duration.ofHours(6);

  private final GitProcesses processes;
  private final Tickets tickets;

  PackWriter(GitProcesses processes, Tickets tickets) {
    this.processes = processes;
    this.tickets = tickets;
  }

  /** Packs all reachable objects, with a bitmap if possible; returns the names of the packs. */
  List<String> reachable(Path repository, PackOwner owner) throws IOException {
    List<String> options =
        new ArrayList<>(List.of("--all", "--keep-true-parents", "--honor-pack-keep"));
    if (owner.hasBitmap()) {
      options.add("--write-bitmap-index");
    }
    return write(repository, owner, options, List.of());
  }

  /**
   * Packs objects of {@code old} packs that {@code fresh} ones lack, without those that have been
   * unreachable since before {@code expired}.
   */
  List<String> unreachable(
      Path repository,
      PackOwner owner,
      Collection<String> fresh,
      Collection<String> old,
      @Nullable Instant expired)
      throws IOException {
    List<String> input = new ArrayList<>();
    fresh.forEach(name -> input.add(name + ".pack"));
    old.forEach(name -> input.add("-" + name + ".pack"));
    String expiration = expired == null ? "never" : Long.toString(expired.getEpochSecond());
    return write(
        repository,
        owner,
        List.of("--cruft", "--cruft-expiration=" + expiration, "--honor-pack-keep"),
        input);
  }

  /** Packs the objects of some packs that are not in the others into one. */
  List<String> together(Path repository, PackOwner owner, List<Pack> packs, List<Pack> others)
      throws IOException {
    List<String> input = new ArrayList<>();
    packs.forEach(pack -> input.add(pack.name() + ".pack"));
    others.forEach(pack -> input.add("^" + pack.name() + ".pack"));
    return write(repository, owner, List.of("--stdin-packs"), input);
  }

  private List<String> write(
      Path repository, PackOwner owner, List<String> options, List<String> input)
      throws IOException {
    String base = new PackDirectory(repository).path().resolve("pack").toString();
    GitCommand command =
        command(repository, "pack-objects", "--quiet", "--non-empty", "--delta-base-offset")
            .and(owner.borrows() ? List.of("--local") : List.of())
            .and(options)
            .and(List.of(base));
    try (Ticket ticket = ticket(owner.target());
        GitProcess process = processes.start(ticket, command);
        InputStream output = process.stdout()) {
      String lines = input.isEmpty() ? "" : String.join("\n", input) + "\n";
      process.send(lines.getBytes(StandardCharsets.UTF_8));
      String written = new String(output.readAllBytes(), StandardCharsets.UTF_8);
      process.succeed();
      return written.lines().map(hash -> "pack-" + hash.strip()).toList();
    }
  }

  void run(PackOwner owner, GitCommand command) throws IOException {
    try (Ticket ticket = ticket(owner.target())) {
      processes.run(ticket, command);
    }
  }

  /** Takes a ticket, which the caller closes. */
  Ticket ticket(Target target) throws IOException {
    return tickets.acquire(TicketRequest.of(Work.PACKING, target, TicketRequest.SERVER));
  }

  /** Returns a command that runs at low priority and syncs its files. */
  GitCommand command(Path repository, String... arguments) {
    return GitCommand.in(repository, arguments)
        .with("core.fsync", "all")
        .limits(MAX_COMMAND_TIME, MAX_COMMAND_TIME)
        .niced();
  }
}
