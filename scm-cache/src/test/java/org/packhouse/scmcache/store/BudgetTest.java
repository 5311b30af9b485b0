package org.packhouse.scmcache.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.packhouse.scmcache.store.EvictingBudget.NoRoomException;

/** Reservations in the budget, in any order of operations. */
class BudgetTest {

  private static final long LIMIT = 4 * 1024 * 1024;
  private static final long MINIMUM_FREE = 1024 * 1024;

  @Property(tries = 500)
  void staysWithinItsBoundsAndGivesEverythingBack(@ForAll("steps") List<Step> steps)
      throws IOException {
    Disk disk = new Disk(LIMIT);
    Budget budget = new Budget(LIMIT, MINIMUM_FREE, disk::free);
    List<File> files = new ArrayList<>();
    EvictingBudget room =
        new EvictingBudget(budget, _ -> files.removeIf(file -> file.isDone() && file.remove()));
    for (Step step : steps) {
      step.run(files, room, disk);
      assertThat(budget.used())
          .isBetween(0L, LIMIT)
          .isEqualTo(files.stream().mapToLong(file -> file.allotment().taken()).sum());
      assertThat(budget.unwritten()).isNotNegative();
      assertThat(disk.free() - budget.unwritten()).isGreaterThanOrEqualTo(MINIMUM_FREE);
    }
    files.forEach(File::remove);
    assertThat(budget.used()).isZero();
    assertThat(budget.unwritten()).isZero();
    assertThat(budget.pending()).isZero();
    assertThat(disk.free()).isEqualTo(LIMIT);
  }

  @Provide
  Arbitrary<List<Step>> steps() {
    Arbitrary<Step> step =
        Combinators.combine(
                Arbitraries.of(Kind.values()),
                Arbitraries.integers().between(0, 20),
                Arbitraries.integers().between(1, 900_000))
            .as(Step::new);
    return step.list().ofMaxSize(120);
  }

  enum Kind {
    BEGIN,
    WRITE,
    FINISH,
    REMOVE
  }

  record Step(Kind kind, int which, int bytes) {

    void run(List<File> files, EvictingBudget room, Disk disk) throws IOException {
      if (kind == Kind.BEGIN || files.isEmpty()) {
        files.add(new File(Allotment.none(room), disk));
        return;
      }
      File file = files.get(which % files.size());
      if (kind == Kind.REMOVE) {
        files.remove(file);
        file.remove();
      } else if (!file.isDone()) {
        if (kind == Kind.FINISH) {
          file.finish();
        } else {
          file.write(bytes);
        }
      }
    }
  }

  static final class Disk {
    private final long size;
    private long used;

    Disk(long size) {
      this.size = size;
    }

    long free() {
      return size - used;
    }
  }

  static final class File {
    private final Allotment allotment;
    private final Disk disk;
    private long length;
    private boolean done;

    File(Allotment allotment, Disk disk) {
      this.allotment = allotment;
      this.disk = disk;
    }

    Allotment allotment() {
      return allotment;
    }

    boolean isDone() {
      return done;
    }

    void write(int bytes) throws IOException {
      try {
        allotment.cover(length + bytes);
      } catch (NoRoomException _) {
        done = true;
        return;
      }
      allotment.written(length + bytes);
      disk.used += bytes;
      length += bytes;
    }

    void finish() {
      allotment.trim();
      done = true;
    }

    boolean remove() {
      allotment.giveBack();
      disk.used -= length;
      return true;
    }
  }
}
