package org.packhouse.cluster.hibernate;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The versions of rows that a request has just read. What is cached of these rows counts only if it
 * has that version, so that a request never works with what another node has changed before it.
 */
public final class FreshRows {

  private static final ScopedValue<FreshRows> CURRENT = ScopedValue.newInstance();
  private static final ScopedValue<Boolean> LATE = ScopedValue.newInstance();

  private final Map<Row, Integer> versions = new ConcurrentHashMap<>();

  private FreshRows() {}

  private record Row(String table, long id) {}

  /** Something that is done for a request, and may fail in a way of its own. */
  @FunctionalInterface
  public interface Work<X extends Throwable> {

    /** Does it. */
    void run() throws X;
  }

  /** Does something, which may read versions meanwhile. */
  public static <X extends Throwable> void during(Work<X> work) throws X {
    ScopedValue.where(CURRENT, new FreshRows())
        .<@Nullable Void, X>call(() -> {
          work.run();
          return null;
        });
  }

  /**
   * Writes down which version was read, if this is done during a request.
   *
   * @param table name of the table, which the region of its entity has too
   */
  public static void read(String table, long id, int version) {
    if (CURRENT.isBound()) {
      CURRENT.get().versions.put(new Row(table, id), version);
    }
  }

  /**
   * Reads rows that may be late by a message between nodes, because nothing is decided by them: the
   * names of others that are shown.
   */
  public static <T extends @Nullable Object> T whichMayBeLate(Supplier<T> read) {
    return ScopedValue.where(LATE, true).<T, RuntimeException>call(read::get);
  }

  static boolean mayBeLate() {
    return LATE.isBound();
  }

  /** The version that this request has read; null: none. */
  static @Nullable Integer versionOf(String table, Object id) {
    return CURRENT.isBound() && id instanceof Long number
        ? CURRENT.get().versions.get(new Row(table, number))
        : null;
  }
}
