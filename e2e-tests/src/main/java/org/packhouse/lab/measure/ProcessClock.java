package org.packhouse.lab.measure;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.TimeUnit;

/**
 * The clock of a process's own processor time, which {@code clock_getcpuclockid(3)} describes: to
 * the nanosecond, its ended threads included, its children not.
 */
public final class ProcessClock {

  /** The low bits of a clock's number: the clock of a whole process that the scheduler keeps. */
  private static final int SCHEDULED = 2;

  @SuppressWarnings("restricted") // The signature is that of clock_gettime(3).
  private static final MethodHandle GET_TIME =
      Linker.nativeLinker()
          .downcallHandle(
              Linker.nativeLinker().defaultLookup().findOrThrow("clock_gettime"),
              FunctionDescriptor.of(
                  ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.ADDRESS));

  private ProcessClock() {}

  /** Returns what the process has taken so far, in nanoseconds; 0 if it is gone. */
  public static long nanos(long pid) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment time = arena.allocate(ValueLayout.JAVA_LONG, 2);
      int status = (int) GET_TIME.invokeExact((int) (~pid << 3) | SCHEDULED, time);
      return status != 0
          ? 0
          : TimeUnit.SECONDS.toNanos(time.getAtIndex(ValueLayout.JAVA_LONG, 0))
              + time.getAtIndex(ValueLayout.JAVA_LONG, 1);
    } catch (Throwable e) {
      throw new IllegalStateException("The clock of process " + pid + " cannot be read", e);
    }
  }
}
