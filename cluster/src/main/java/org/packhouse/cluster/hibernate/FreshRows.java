package org.packhouse.cluster.hibernate;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The row versions that the current request has read. A cached row counts only in that version. */
public final class FreshRows {

  private static final ScopedValue<FreshRows> CURRENT = ScopedValue.newInstance();
  private static final ScopedValue<Boolean> LATE = ScopedValue.newInstance();

  private final Map<Row, Integer> versions = new ConcurrentHashMap<>();

  private FreshRows() {}

  private record Row(String table, long id) {}

  @FunctionalInterface
  public interface Work<X extends Throwable> {

    void run() throws X;
  }

  /** Runs work during which versions are recorded. */
  public static <X extends Throwable> void during(Work<X> work) throws X {
    ScopedValue.where(CURRENT, new FreshRows())
        .<@Nullable Void, X>call(() -> {
          work.run();
          return null;
        });
  }

  /** Records a version for the running request. The table is also the region's name. */
  public static void read(String table, long id, int version) {
    if (CURRENT.isBound()) {
      CURRENT.get().versions.put(new Row(table, id), version);
    }
  }

  /** Reads rows that may be stale by a message's delay, such as names for display. */
  public static <T extends @Nullable Object> T whichMayBeLate(Supplier<T> read) {
    return ScopedValue.where(LATE, true).<T, RuntimeException>call(read::get);
  }

  static boolean mayBeLate() {
    return LATE.isBound();
  }

  /** Returns the version that this request has read, or null. */
  static @Nullable Integer versionOf(String table, Object id) {
    return CURRENT.isBound() && id instanceof Long number
        ? CURRENT.get().versions.get(new Row(table, number))
        : null;
  }
}
