package org.packhouse.app.upkeep.housekeeping;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.upkeep.housekeeping.PackDirectory.Pack;

/**
 * Compares pack indexes: each object of the packs to remove must be in one that stays, or be dated
 * before a limit by a cruft pack. Indexes are merged in the order of ids, in constant memory.
 */
final class PackCoverage implements Closeable {

  private static final int DATES_HEADER = 12;

  private final List<Going> going = new ArrayList<>();
  private final List<PackedIds> homes = new ArrayList<>();
  private final @Nullable Instant expired;

  private PackCoverage(
      PackDirectory directory,
      Collection<Pack> going,
      Collection<Home> homes,
      @Nullable Instant expired)
      throws IOException {
    this.expired = expired;
    try {
      for (Pack pack : going) {
        PackedIds ids = new PackedIds(directory.file(pack.name(), ".idx"));
        this.going.add(new Going(pack.name(), ids));
        if (pack.cruft()) {
          this.going.getLast().dates =
              FileChannel.open(directory.file(pack.name(), ".mtimes"), StandardOpenOption.READ);
        }
      }
      for (Home home : homes) {
        PackedIds ids = home.directory.wholeIds(home.name);
        if (ids != null) {
          this.homes.add(ids);
        }
      }
      // What has most of the objects is asked first.
      this.homes.sort(Comparator.comparingLong(PackedIds::count).reversed());
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  /** The result for a pack to remove: unexpired and expired objects that are in no other pack. */
  record Finding(@Nullable ObjectId homeless, long homelessCount, long expiredCount) {}

  /** A pack that stays, of the repository or of one that it borrows from. */
  record Home(PackDirectory directory, String name) {}

  /**
   * Returns the findings by the name of the pack to remove.
   *
   * @param homes the packs that stay; incomplete ones are ignored
   * @param expired objects that a cruft pack dates before it may be in no other pack; null: none
   *     may
   */
  static Map<String, Finding> of(
      PackDirectory directory,
      Collection<Pack> going,
      Collection<Home> homes,
      @Nullable Instant expired)
      throws IOException {
    try (PackCoverage coverage = new PackCoverage(directory, going, homes, expired)) {
      return coverage.compare();
    }
  }

  private Map<String, Finding> compare() throws IOException {
    PriorityQueue<Going> queue =
        new PriorityQueue<>((left, right) -> Arrays.compareUnsigned(left.id, right.id));
    for (Going pack : going) {
      if (pack.begin()) {
        queue.add(pack);
      }
    }
    while (!queue.isEmpty()) {
      Going pack = queue.remove();
      if (!isHome(pack.id)) {
        pack.alone(expired);
      }
      if (pack.next()) {
        queue.add(pack);
      }
    }
    Map<String, Finding> findings = new LinkedHashMap<>();
    going.forEach(pack ->
        findings.put(pack.name, new Finding(pack.homeless, pack.homelessCount, pack.expiredCount)));
    return findings;
  }

  private boolean isHome(byte[] id) throws IOException {
    for (PackedIds home : homes) {
      if (home.advanceTo(id)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void close() throws IOException {
    for (Going pack : going) {
      pack.close();
    }
    for (PackedIds home : homes) {
      home.close();
    }
  }

  private static final class Going implements Closeable {

    private final String name;
    private final PackedIds ids;
    private @Nullable FileChannel dates;
    private byte[] id = new byte[0];
    private @Nullable ObjectId homeless;
    private long homelessCount;
    private long expiredCount;

    Going(String name, PackedIds ids) {
      this.name = name;
      this.ids = ids;
    }

    boolean begin() throws IOException {
      if (!ids.isAtId()) {
        return false;
      }
      id = ids.id();
      return true;
    }

    boolean next() throws IOException {
      ids.next();
      return begin();
    }

    void alone(@Nullable Instant expired) throws IOException {
      if (expired != null && dates != null && date(dates).isBefore(expired)) {
        expiredCount++;
        return;
      }
      if (homeless == null) {
        homeless = ObjectId.fromRaw(id);
      }
      homelessCount++;
    }

    private Instant date(FileChannel channel) throws IOException {
      ByteBuffer seconds = ByteBuffer.allocate(Integer.BYTES);
      channel.read(seconds, DATES_HEADER + ids.position() * Integer.BYTES);
      if (seconds.hasRemaining()) {
        throw new IOException("The dates of the pack " + name + " are cut off");
      }
      return Instant.ofEpochSecond(Integer.toUnsignedLong(seconds.getInt(0)));
    }

    @Override
    public void close() throws IOException {
      ids.close();
      if (dates != null) {
        dates.close();
      }
    }
  }
}
