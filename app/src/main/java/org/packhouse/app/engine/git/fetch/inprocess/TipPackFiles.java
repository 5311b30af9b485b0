package org.packhouse.app.engine.git.fetch.inprocess;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.jgit.internal.storage.file.Pack;
import org.eclipse.jgit.lib.Config;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.revwalk.RevCommit;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.engine.git.fetch.CheckedFetch;
import org.packhouse.app.platform.throttle.Ticket;
import org.packhouse.app.platform.throttle.TicketRequest;
import org.packhouse.app.platform.throttle.TicketRequest.Target;
import org.packhouse.app.platform.throttle.Tickets;
import org.packhouse.app.platform.throttle.Work;
import org.packhouse.app.storage.objects.Alternates;
import org.packhouse.app.storage.objects.PackedRepository;
import org.packhouse.app.storage.objects.RepositoryDirectories;
import org.packhouse.app.storage.process.GitCommand;
import org.packhouse.app.storage.process.GitProcess;
import org.packhouse.app.storage.process.GitProcesses;
import org.packhouse.app.storage.refs.RefNames;
import org.packhouse.app.storage.refs.RefSnapshot.Entry;
import org.packhouse.hooks.HistoryWalk;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.util.FileSystemUtils;
import org.springframework.util.StringUtils;
import org.springframework.util.unit.DataSize;

/** Files of {@linkplain TipPacks tip packs}, which native git writes at low priority. */
final class TipPackFiles {

  private static final Logger LOG = LoggerFactory.getLogger(TipPackFiles.class);

  /** Divisor of the packs' total: bytes of one index, which is in the heap while in use. */
  private static final int PACKS_PER_INDEX = 64;

  private static final Duration LIMIT = Duration.ofMinutes(10);

  private final Path directory;
  private final long most;
  private final RepositoryDirectories directories;
  private final GitProcesses processes;
  private final Tickets tickets;

  /** Bounds all tip packs to so many bytes. */
  TipPackFiles(
      Path directory,
      long most,
      RepositoryDirectories directories,
      GitProcesses processes,
      Tickets tickets) {
    this.directory = directory;
    this.most = most;
    this.directories = directories;
    this.processes = processes;
    this.tickets = tickets;
  }

  void clear() {
    try {
      FileSystemUtils.deleteRecursively(directory);
    } catch (IOException e) {
      LOG.warn("{} cannot be emptied", directory, e);
    }
  }

  /** Packs the wanted commit; returns null if it is none, or too large for the room. */
  @Nullable TipPack write(CheckedFetch fetch) throws IOException {
    long id = fetch.repositoryId();
    ObjectId want = fetch.request().wants().iterator().next();
    try (PackedRepository repository = directories.openPacked(id);
        HistoryWalk walk = new HistoryWalk(repository.repository())) {
      if (!(walk.peel(walk.parseAny(want)) instanceof RevCommit commit)
          || repository.listPacks().bytes() > most) {
        return null;
      }
      Path objects = directory.resolve(Long.toString(id));
      Files.createDirectories(objects.resolve("pack"));
      // The pack may use half of the free disk space.
      if (Files.getFileStore(objects).getUsableSpace() / 2 < most) {
        return null;
      }
      ObjectId tree = commit.getTree().copy();
      Path pack = write(id, tree, objects);
      long index = Files.size(TipPack.index(pack));
      if (Files.size(pack) > most || index > most / PACKS_PER_INDEX) {
        delete(pack);
        return null;
      }
      return new TipPack(
          commit.copy(), tree, ref(fetch, want), new Pack(new Config(), pack.toFile(), null));
    }
  }

  private static @Nullable String ref(CheckedFetch fetch, ObjectId want) {
    return fetch.refs().snapshot().in(RefNames.HEADS).stream()
        .filter(branch -> branch.id().equals(want))
        .map(Entry::name)
        .findFirst()
        .orElse(null);
  }

  private Path write(long repositoryId, ObjectId tree, Path objects) throws IOException {
    Path repository = directories.check(repositoryId);
    Path written = objects.resolve("pack");
    Path base = written.resolve("pack");
    GitCommand command =
        GitCommand.in(
                repository,
                "pack-objects",
                "--revs",
                "--quiet",
                "--threads=1",
                // Stored deltas are copied; searching for more would take most of the time.
                "--window=0",
                "--delta-base-offset",
                base.toString())
            // Git writes packs in a directory of objects and renames them, which it cannot do to
            // another disk.
            .environment("GIT_OBJECT_DIRECTORY", objects.toString())
            .environment(Alternates.VARIABLE, Alternates.of(repository.resolve("objects")))
            // Tip packs are rebuilt after a crash.
            .with("core.fsync", "none")
            .limits(LIMIT, LIMIT)
            // Inflated deltas and borrowed objects may be of any size.
            .fileSize(DataSize.ofBytes(most))
            .niced();
    TicketRequest request =
        TicketRequest.of(Work.PACKING, Target.repository(repositoryId), TicketRequest.SERVER);
    try (Ticket ticket = tickets.acquire(request);
        GitProcess process = processes.start(ticket, command);
        InputStream output = process.stdout()) {
      process.send((tree.name() + "\n").getBytes(StandardCharsets.US_ASCII));
      String name = new String(output.readAllBytes(), StandardCharsets.US_ASCII).strip();
      process.succeed();
      return base.resolveSibling("pack-" + name + ".pack");
    }
  }

  /** Removes all other files of a repository, as of a git process that failed; none may run. */
  void retain(long repositoryId, List<TipPack> tips) {
    Path written = directory.resolve(Long.toString(repositoryId)).resolve("pack");
    Set<String> known =
        tips.stream()
            .map(tip -> StringUtils.stripFilenameExtension(tip.file().getFileName().toString()))
            .collect(Collectors.toSet());
    if (Files.isDirectory(written)) {
      deleteAll(written, file -> !known.contains(StringUtils.stripFilenameExtension(file)));
    }
  }

  /** Responses that have the file open send it to its end. */
  static void delete(TipPack pack) {
    pack.pack().close();
    delete(pack.file());
  }

  private static void delete(Path pack) {
    String name = pack.getFileName().toString();
    String prefix = name.substring(0, name.lastIndexOf('.') + 1);
    deleteAll(Objects.requireNonNull(pack.getParent()), file -> file.startsWith(prefix));
  }

  private static void deleteAll(Path among, Predicate<String> names) {
    try (Stream<Path> files = Files.list(among)) {
      for (Path file : files.filter(it -> names.test(it.getFileName().toString())).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException | UncheckedIOException e) {
      LOG.warn("Unused tip packs in {} cannot be removed", among, e);
    }
  }
}
