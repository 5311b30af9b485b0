package org.packhouse.app.engine.git.fetch.inprocess;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import com.github.benmanes.caffeine.cache.Scheduler;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.jgit.internal.storage.file.Pack;
import org.eclipse.jgit.lib.Config;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.revwalk.RevCommit;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.engine.git.fetch.CheckedFetch;
import org.packhouse.app.platform.node.BackgroundThread;
import org.packhouse.app.platform.node.Homes;
import org.packhouse.app.platform.throttle.Ticket;
import org.packhouse.app.platform.throttle.TicketRequest;
import org.packhouse.app.platform.throttle.TicketRequest.Target;
import org.packhouse.app.platform.throttle.Tickets;
import org.packhouse.app.platform.throttle.Tickets.BusyException;
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
import org.springframework.stereotype.Component;
import org.springframework.util.FileSystemUtils;
import org.springframework.util.StringUtils;
import org.springframework.util.unit.DataSize;

/**
 * Keeps {@linkplain TipPack packs of single commits} on this node's disk, for builds that clone
 * each new commit at depth 1: such a clone gets the pack and the few objects that have changed
 * since. Native git makes one at low priority when a repository was cloned at depth 1 twice within
 * {@link #FOLLOWED} without a suitable one; it goes when unused for as long, or for want of room.
 */
@Component
class TipPacks extends BackgroundThread {

  /** Time for which a repository counts as one that builds follow. */
  static final Duration FOLLOWED = Duration.ofHours(1);

  private static final Logger LOG = LoggerFactory.getLogger(TipPacks.class);

  /** More than one: builds of release branches, which have little in common, may alternate. */
  private static final int MAX_OF_A_REPOSITORY = 3;

  private static final int ASKED_ENOUGH = 2;

  /** Misses that a repository owes after none could be made. */
  private static final int VAIN = -1_000;

  /** Divisor of the packs' total: bytes of one index, which is in the heap while in use. */
  private static final int PACKS_PER_INDEX = 64;

  /** Divisor of the packs' total: bytes of all indexes, small beside files. */
  private static final int PACKS_PER_INDEXES = 16;

  private static final int BYTES_PER_WEIGHT = 1024;
  private static final Duration LIMIT = Duration.ofMinutes(10);

  private final Path directory;
  private final long most;
  private final RepositoryDirectories directories;
  private final GitProcesses processes;
  private final Tickets tickets;
  private final Set<Long> making = ConcurrentHashMap.newKeySet();
  private final Cache<Long, Integer> asked =
      Caffeine.newBuilder().maximumSize(10_000).expireAfterWrite(FOLLOWED).build();
  private final Cache<Long, List<TipPack>> packs;
  private final Counter made;
  private final Counter sent;

  TipPacks(
      Homes homes,
      TipPackSettings settings,
      RepositoryDirectories directories,
      GitProcesses processes,
      Tickets tickets,
      MeterRegistry meters) {
    super("tip-packs", DEFAULT_PHASE);
    this.directory = homes.caches().resolve("tips");
    this.most = settings.size().toBytes();
    this.directories = directories;
    this.processes = processes;
    this.tickets = tickets;
    this.packs =
        Caffeine.newBuilder()
            .maximumWeight(Math.max(1, most / BYTES_PER_WEIGHT))
            .weigher((Long _, List<TipPack> of) -> weight(of))
            .expireAfterAccess(FOLLOWED)
            .scheduler(Scheduler.systemScheduler())
            .removalListener(TipPacks::removed)
            .build();
    this.made =
        Counter.builder("tip.packs.made")
            .description("Packs of single commits that were made for clones of depth 1")
            .register(meters);
    this.sent =
        Counter.builder("tip.packs.sent")
            .description("Clones of depth 1 that were made from one")
            .register(meters);
    Gauge.builder("tip.packs.used", this, TipPacks::used)
        .description("What they take on the disk")
        .baseUnit("bytes")
        .register(meters);
  }

  private long used() {
    return packs.asMap().values().stream()
        .flatMap(List::stream)
        .mapToLong(it -> it.size() + it.indexSize())
        .sum();
  }

  private static int weight(List<TipPack> packs) {
    long bytes =
        packs.stream()
            .mapToLong(it -> Math.max(it.size(), PACKS_PER_INDEXES * it.indexSize()))
            .sum();
    return (int) Math.min(Integer.MAX_VALUE, 1 + bytes / BYTES_PER_WEIGHT);
  }

  private static void removed(
      @Nullable Long repositoryId, @Nullable List<TipPack> gone, RemovalCause cause) {
    // Who replaces a list knows what of it goes on.
    if (gone != null && cause != RemovalCause.REPLACED) {
      gone.forEach(TipPacks::delete);
    }
  }

  /** Removes an earlier process's packs, which may be incomplete. */
  @Override
  protected void begin() {
    try {
      FileSystemUtils.deleteRecursively(directory);
    } catch (IOException e) {
      LOG.warn("{} cannot be emptied", directory, e);
    }
  }

  /** Returns a repository's tip packs, the latest first. */
  List<TipPack> of(long repositoryId) {
    List<TipPack> known = packs.getIfPresent(repositoryId);
    return known == null ? List.of() : known;
  }

  /** Counts a clone of depth 1 that was made from a tip pack. */
  void served() {
    sent.increment();
  }

  /** Counts a clone of depth 1 that found no suitable tip pack. */
  void lacks(CheckedFetch fetch) {
    long id = fetch.repositoryId();
    if (most == 0 || fetch.request().wants().size() != 1) {
      return;
    }
    int times = asked.asMap().merge(id, 1, Integer::sum);
    if (times >= ASKED_ENOUGH && making.add(id) && !soon(() -> make(fetch))) {
      making.remove(id);
    }
  }

  private void make(CheckedFetch fetch) {
    long id = fetch.repositoryId();
    int times = VAIN;
    try {
      TipPack written = write(fetch);
      if (written != null) {
        made.increment();
        keep(id, written);
        times = 0;
      }
    } catch (BusyException e) {
      times = 0;
      LOG.debug("Clones of depth 1 of repository {} go on as they did until there is time", id, e);
    } catch (IOException e) {
      LOG.debug("Clones of depth 1 of repository {} go on as they did", id, e);
    } finally {
      if (times != 0) {
        removeUnknown(id);
      }
      asked.put(id, times);
      making.remove(id);
    }
  }

  private @Nullable TipPack write(CheckedFetch fetch) throws IOException {
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
      // Half of the disk is left, however large the pack becomes.
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

  /** Removes files of a git process that failed; no other one writes there now. */
  private void removeUnknown(long repositoryId) {
    Path written = directory.resolve(Long.toString(repositoryId)).resolve("pack");
    Set<String> known =
        of(repositoryId).stream()
            .map(tip -> StringUtils.stripFilenameExtension(tip.file().getFileName().toString()))
            .collect(Collectors.toSet());
    if (Files.isDirectory(written)) {
      deleteAll(written, file -> !known.contains(StringUtils.stripFilenameExtension(file)));
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
                // What is stored as a delta goes as it is; to look for more takes most of the time.
                "--window=0",
                "--delta-base-offset",
                base.toString())
            // Git writes packs in a directory of objects and renames them, which it cannot do to
            // another disk.
            .environment("GIT_OBJECT_DIRECTORY", objects.toString())
            .environment(Alternates.VARIABLE, Alternates.of(repository.resolve("objects")))
            // It is made anew after a crash.
            .with("core.fsync", "none")
            .limits(LIMIT, LIMIT)
            // What is stored as small deltas, or by another repository, may be of any size.
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

  private void keep(long repositoryId, TipPack latest) {
    List<TipPack> gone = new ArrayList<>();
    packs
        .asMap()
        .compute(
            repositoryId,
            (_, before) -> {
              gone.clear();
              List<TipPack> kept = new ArrayList<>(List.of(latest));
              for (TipPack old : before == null ? List.<TipPack>of() : before) {
                // Two commits of the same files have one pack.
                if (!old.file().equals(latest.file())) {
                  kept.add(old);
                }
              }
              while (kept.size() > 1 && isTooMuch(kept)) {
                gone.add(kept.removeLast());
              }
              return List.copyOf(kept);
            });
    gone.forEach(TipPacks::delete);
  }

  /** A pack larger than all the room would leave nothing. */
  private boolean isTooMuch(List<TipPack> kept) {
    return kept.size() > MAX_OF_A_REPOSITORY || weight(kept) > most / BYTES_PER_WEIGHT;
  }

  /** Responses that have the file open send it to its end. */
  private static void delete(TipPack pack) {
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
      LOG.warn("What is of no use in {} cannot be removed", among, e);
    }
  }
}
