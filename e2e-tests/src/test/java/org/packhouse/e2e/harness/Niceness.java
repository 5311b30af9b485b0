package org.packhouse.e2e.harness;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * Sets the niceness of threads, which on Linux have one each. Whoever attacks a server from afar
 * takes none of its processors; one who does so from the same machine is to take what is left.
 */
public final class Niceness {

  private static final int LOWEST = 19;

  @SuppressWarnings("restricted")
  private static final MethodHandle NICE =
      Linker.nativeLinker()
          .downcallHandle(
              Linker.nativeLinker().defaultLookup().findOrThrow("nice"),
              FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));

  private Niceness() {}

  /**
   * Lets the platform thread that calls, and the processes that it starts, run after all others.
   */
  public static void comeLast() {
    try {
      int _ = (int) NICE.invokeExact(LOWEST);
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }
}
