package org.packhouse.app.platform.node;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.configuration.StartRefusedException;
import org.packhouse.app.platform.node.SessionRows.Row;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The other nodes, by their rows and files in the shared home. A row alone does not verify that a
 * process lives: it may have just been killed, or the row may be from a copied database. Live nodes
 * update the row every ten seconds and the file twice a second. In a ring of all sessions a node
 * watches only the files of the next {@value #WATCHED}.
 */
final class Neighbors {

  private static final Logger LOG = LoggerFactory.getLogger(Neighbors.class);
  private static final Duration LOOK_EVERY = Duration.ofMillis(100);

  /** A live process changes its file in this time, even on a network file system. */
  private static final Duration FILE_PATIENCE = Duration.ofSeconds(3);

  /** A live process changes its row in this time. */
  private static final Duration ROW_PATIENCE = NodeSessions.BEAT_EVERY.plusSeconds(2);

  /** The number of nodes watched, and of watchers per node, whatever the size of the cluster. */
  static final int WATCHED = 3;

  private final SessionRows rows;
  private final Homes homes;
  private final Set<UUID> seen = new HashSet<>();
  private final Set<UUID> missed = new HashSet<>();
  private long told;

  Neighbors(SessionRows rows, Homes homes) {
    this.rows = rows;
    this.homes = homes;
  }

  private record Look(Row row, @Nullable String content) {}

  /** Waits until the session has shown a sign of life, or is known to be dead. */
  boolean lives(Row row) {
    if (isGone(row)) {
      return false;
    }
    Look first = new Look(row, content(row));
    return waitFor(
        ROW_PATIENCE,
        () -> {
          Optional<Row> now = now(row.id());
          if (now.isEmpty()) {
            return Optional.of(false);
          }
          boolean moved = hasMoved(first, now.get()) || hasBeaten(first.row(), now.get());
          return moved ? Optional.of(true) : Optional.empty();
        },
        false);
  }

  /** Fails if a live node's file is missing or unchanged in this shared home. */
  void verify(UUID self) {
    verify(self, WATCHED);
  }

  void verifyAll(UUID self) {
    verify(self, Integer.MAX_VALUE);
  }

  /** Returns the successors in the ring of all sessions, ordered by id. */
  static List<UUID> next(Collection<UUID> others, UUID self, int count) {
    Stream<UUID> behind = others.stream().filter(id -> id.compareTo(self) > 0).sorted();
    Stream<UUID> before = others.stream().filter(id -> id.compareTo(self) < 0).sorted();
    return Stream.concat(behind, before).limit(count).toList();
  }

  private List<Row> next(UUID self, int count) {
    List<Row> living = rows.living(self);
    List<UUID> next = next(living.stream().map(Row::id).toList(), self, count);
    return living.stream().filter(row -> next.contains(row.id())).toList();
  }

  private void verify(UUID self, int count) {
    Map<UUID, Look> first = new HashMap<>();
    Set<UUID> verified = new HashSet<>();
    long impatientAt = System.nanoTime() + FILE_PATIENCE.toNanos();
    boolean all =
        waitFor(
            ROW_PATIENCE,
            () -> {
              boolean late = System.nanoTime() > impatientAt;
              boolean open = false;
              for (Row row : next(self, count)) {
                Look look = first.computeIfAbsent(row.id(), _ -> new Look(row, content(row)));
                if (row.file() == null || isGone(row) || verified.contains(row.id())) {
                  continue;
                }
                if (hasMoved(look, row)) {
                  verified.add(row.id());
                } else if (late && hasBeaten(look.row(), row)) {
                  return Optional.of(false);
                } else {
                  open = true;
                }
              }
              return open ? Optional.empty() : Optional.of(true);
            },
            false);
    if (!all) {
      for (Row row : next(self, count)) {
        Look look = first.get(row.id());
        if (look != null && row.file() != null && !verified.contains(row.id())) {
          requireMoved(look, row);
        }
      }
    }
    seen.addAll(verified);
  }

  private void requireMoved(Look first, Row row) {
    if (hasBeaten(first.row(), row) && !isGone(row)) {
      throw new StartRefusedException(
          "The node %s runs, but the file %s, which it writes in its shared home, %s: the nodes do not share one home."
              .formatted(
                  row.described(),
                  file(row),
                  content(row) == null ? "is not there" : "does not change"));
    }
    LOG.info("Node {} has given no sign of life; it is taken for dead", row.described());
  }

  void begin() {
    told = rows.lastRefused();
  }

  /** Logs refused nodes, and nodes with another shared home. */
  void watch(UUID self) {
    for (SessionRows.Refused refused : rows.refusedAfter(told)) {
      told = refused.id();
      LOG.error("Node {} was refused: {}", refused.name(), refused.reason());
    }
    List<Row> living = next(self, WATCHED);
    seen.retainAll(living.stream().map(Row::id).toList());
    for (Row row : living) {
      if (row.file() == null || seen.contains(row.id())) {
        continue;
      }
      if (content(row) != null) {
        seen.add(row.id());
      } else if (now(row.id()).isPresent() && missed.add(row.id())) {
        LOG.error(
            "Node {} runs, but its file {} is not there: it has another shared home than this node",
            row.described(),
            file(row));
      }
    }
  }

  /** Removes the file of a dead session. */
  void forget(Row row) throws IOException {
    if (row.file() != null) {
      Files.deleteIfExists(file(row));
    }
  }

  private Path file(Row row) {
    return homes.nodes().resolve(String.valueOf(row.file()));
  }

  private Optional<Row> now(UUID session) {
    return rows.living(null).stream().filter(row -> row.id().equals(session)).findFirst();
  }

  private static boolean isGone(Row row) {
    String machine = row.machine();
    return machine != null && Machine.isGone(machine, row.process());
  }

  private static boolean hasBeaten(Row before, Row now) {
    return !before.heartbeat().equals(now.heartbeat());
  }

  private boolean hasMoved(Look first, Row row) {
    String content = content(row);
    return content != null && !content.equals(first.content());
  }

  private @Nullable String content(Row row) {
    if (row.file() == null) {
      return null;
    }
    try {
      return Files.readString(file(row), StandardCharsets.ISO_8859_1);
    } catch (NoSuchFileException e) {
      return null;
    } catch (IOException e) {
      throw new StartRefusedException(
          "The file %s of node %s cannot be read: %s.".formatted(file(row), row.described(), e), e);
    }
  }

  private static boolean waitFor(
      Duration patience, Supplier<Optional<Boolean>> question, boolean otherwise) {
    long deadline = System.nanoTime() + patience.toNanos();
    while (true) {
      Optional<Boolean> found = question.get();
      if (found.isPresent()) {
        return found.get();
      }
      if (System.nanoTime() > deadline) {
        return otherwise;
      }
      LockSupport.parkNanos(LOOK_EVERY.toNanos());
    }
  }
}
