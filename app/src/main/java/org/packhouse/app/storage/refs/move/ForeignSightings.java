package org.packhouse.app.storage.refs.move;

import com.github.benmanes.caffeine.cache.Cache;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.cache.Caches;
import org.packhouse.app.platform.node.Homes;
import org.packhouse.app.platform.node.NodeSessions;
import org.packhouse.app.storage.refs.Move;
import org.packhouse.app.storage.refs.RefSettings;
import org.packhouse.app.storage.refs.move.RefRows.Locked;
import org.packhouse.hooks.Actor;
import org.packhouse.hooks.RefCause;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Remembers differences between the refs on disk and the stored ones. A client of a network file
 * system may miss a file for half a minute, so that every branch would look deleted. A difference
 * therefore counts as another program's work only after two sightings as far apart as such a client
 * may lag, with no packing of refs by any node in between.
 */
@Component
class ForeignSightings {

  private static final Logger LOG = LoggerFactory.getLogger(ForeignSightings.class);
  private static final Actor NOBODY = new Actor(null, "-");

  private static final Duration LOCAL = Duration.ofSeconds(10);
  private static final Duration NETWORK = Duration.ofSeconds(70);

  private static final int MAX_REPOSITORIES = 1000;
  private static final int MAX_LOGGED = 5;

  private final Clock clock;
  private final NodeSessions sessions;
  private final Homes homes;
  private final @Nullable Duration wanted;
  private final Cache<Long, Map<Move, Sighting>> seen;

  private record Sighting(Instant first, long packings) {}

  ForeignSightings(
      Clock clock, Homes homes, NodeSessions sessions, RefSettings settings, Caches caches) {
    this.clock = clock;
    this.sessions = sessions;
    this.homes = homes;
    this.wanted = settings.foreignMovesAfter();
    seen =
        caches.build(
            "foreign-ref-moves",
            "Ref changes by other programs that are not confirmed",
            MAX_REPOSITORIES);
  }

  private Duration between() throws IOException {
    return wanted == null ? between(Files.getFileStore(homes.shared()).type()) : wanted;
  }

  /** Returns how long a difference must last on a file system of that type. */
  static Duration between(String fileSystem) {
    boolean local =
        switch (fileSystem) {
          case "ext2", "ext3", "ext4", "xfs", "btrfs", "zfs", "tmpfs", "overlay", "f2fs" -> true;
          default -> false;
        };
    return local ? LOCAL : NETWORK;
  }

  /** Returns the differences that have lasted. The version row must be locked. */
  List<Move> confirmed(Locked locked, Collection<Move> differences) throws IOException {
    Duration between = differences.isEmpty() ? Duration.ZERO : between();
    if (between.isZero()) {
      return List.copyOf(differences);
    }
    long packings = locked.packings();
    Instant now = clock.instant();
    List<Move> standing = new ArrayList<>();
    seen.asMap()
        .compute(
            locked.repositoryId(),
            (_, known) -> {
              Map<Move, Sighting> next = known == null ? new HashMap<>() : new HashMap<>(known);
              for (Move each : differences) {
                Sighting sighting = next.get(each);
                if (sighting == null || sighting.packings() != packings) {
                  next.put(each, new Sighting(now, packings));
                } else if (!sighting.first().plus(between).isAfter(now)) {
                  standing.add(each);
                }
              }
              return next;
            });
    return standing;
  }

  /** Forgets all noted differences of a repository but these. */
  void retain(long repositoryId, Collection<Move> differences) {
    seen.asMap()
        .computeIfPresent(
            repositoryId,
            (_, known) -> {
              Map<Move, Sighting> left = new HashMap<>(known);
              left.keySet().retainAll(differences);
              return left.isEmpty() ? null : left;
            });
  }

  PendingUpdate update(long repositoryId, List<Move> moves) {
    LOG.warn(
        "{} refs of repository {} were moved by another program: {}",
        moves.size(),
        repositoryId,
        moves.subList(0, Math.min(MAX_LOGGED, moves.size())));
    return new PendingUpdate(
        UUID.randomUUID(),
        repositoryId,
        sessions.current(),
        RefCause.FOUND_ON_DISK.text(),
        NOBODY,
        null,
        moves);
  }
}
