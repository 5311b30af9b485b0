package org.packhouse.app.engine.git.receive;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.packhouse.app.engine.git.GitExchange;
import org.packhouse.app.engine.git.LenientObjectChecker;
import org.packhouse.app.platform.throttle.Ticket;
import org.packhouse.app.platform.throttle.Tickets;
import org.packhouse.app.platform.throttle.Work;
import org.packhouse.app.storage.objects.Quarantine;
import org.packhouse.app.storage.objects.RepositoryDirectories;
import org.packhouse.app.storage.objects.StoreFullException;
import org.packhouse.app.storage.process.GitCommand;
import org.packhouse.app.storage.process.GitProcess;
import org.packhouse.app.storage.process.GitProcesses;
import org.springframework.context.annotation.Lazy;
import org.springframework.stereotype.Component;
import org.springframework.util.unit.DataSize;

/**
 * Lets {@code git index-pack} write and check a pack while the client sends it, with bounded
 * memory. Only the pack says where it ends, and a client may keep its side open until it has its
 * answer: so another thread copies the bytes, and the end is when git has ended.
 */
@Component
@Lazy
class NativePackIntake {

  private static final int MAX_LINES = 20;

  private final RepositoryDirectories directories;
  private final GitProcesses processes;
  private final Tickets tickets;
  private final ReceiveSettings settings;

  NativePackIntake(
      RepositoryDirectories directories,
      GitProcesses processes,
      Tickets tickets,
      ReceiveSettings settings) {
    this.directories = directories;
    this.processes = processes;
    this.tickets = tickets;
    this.settings = settings;
  }

  /** Indexes a pack of which {@code begun} was read already and {@code rest} is still to come. */
  void take(
      GitExchange exchange,
      InputStream begun,
      InputStream rest,
      Quarantine quarantine,
      WaitingPusher pusher)
      throws IOException {
    Path repository = directories.check(exchange.repository().repository().id());
    GitCommand command = command(repository, quarantine);
    try (Ticket ticket = tickets.acquire(exchange.repository().ticket(Work.PUSH), pusher);
        GitProcess process = processes.start(ticket, command)) {
      PackCarrier carrier = new PackCarrier(begun, rest, process.stdin(), pusher::received);
      CompletableFuture<Void> carrying = carrier.start();
      int code = process.waitFor();
      if (code != 0) {
        // The message must not name directories of the server.
        String said = process.stderr().replace(quarantine.objectDirectory() + "/", "");
        throw refused(said.replace(repository + "/", ""), carrier).after(carrying);
      }
      if (exchange.stateless()) {
        carrying.join();
      }
    }
  }

  private GitCommand command(Path repository, Quarantine quarantine) {
    GitCommand command =
        GitCommand.in(
            repository,
            "index-pack",
            "--stdin",
            "--fix-thin",
            "--strict=" + LenientObjectChecker.forNativeGit());
    if (settings.maxSize().toBytes() > 0) {
      command = command.and(List.of("--max-input-size=" + settings.maxSize().toBytes()));
    }
    return command
        .environment(quarantine.environment())
        .with("core.packedGitWindowSize", "32m")
        .with("core.bigFileThreshold", "64m")
        .with("core.deltaBaseCacheLimit", "64m")
        .memory(settings.maxMemory().toBytes() > 0 ? settings.maxMemory() : null)
        // The pack ends with its checksum; anything behind it is drained.
        .readingWhatItNeeds()
        .niced();
  }

  private PackRefusedException refused(String standardError, PackCarrier carrier) {
    List<String> lines =
        Stream.of(standardError.split("[\\r\\n]+"))
            .filter(line -> line.startsWith("error:") || line.startsWith("fatal:"))
            .limit(MAX_LINES)
            .toList();
    if (carrier.hasEnded() && standardError.contains("early EOF")) {
      return new PackRefusedException("the pack ends before it is complete", lines);
    }
    if (standardError.contains("No space left on device")
        || standardError.contains("Out of diskspace")) {
      return new PackRefusedException(StoreFullException.SENTENCE);
    }
    if (standardError.contains("Out of memory") || standardError.contains("cannot allocate")) {
      return new PackRefusedException(
          "an object of the pack takes more memory than " + size(settings.maxMemory()), lines);
    }
    if (standardError.contains("exceeds maximum allowed size")) {
      return new PackRefusedException(
          "the pack is larger than " + size(settings.maxSize()) + ", which is the limit");
    }
    return new PackRefusedException("index-pack failed", lines);
  }

  private static String size(DataSize size) {
    return size.toMegabytes() > 0 ? size.toMegabytes() + " MB" : size.toBytes() + " bytes";
  }
}
