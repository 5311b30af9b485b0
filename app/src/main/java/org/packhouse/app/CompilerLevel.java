package org.packhouse.app;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.NoSuchElementException;

/**
 * The highest level at which the JVM compiles. While the server starts it is the one below the
 * optimizing compiler, C2.
 *
 * <p>A start runs much code some thousand times and never again. To have C2 compile it costs two
 * fifths of the processor time of a start, and to leave C2 like that for good costs each operation
 * a third. The JVM reads the level ({@code TieredStopAtLevel}) whenever it decides, and has no way
 * to change it, so it is written where it lies, by the tables that it exports for debuggers ({@code
 * gHotSpotVMStructs} and {@code gHotSpotVMTypes} of HotSpot's {@code vmStructs.cpp}, which
 * async-profiler uses likewise). A JVM that has no such tables, or another level, keeps what it
 * has.
 *
 * <p>The thresholds of C2 would not do: what a recorded start says is worth it is compiled without
 * a look at them.
 */
@SuppressWarnings("restricted")
final class CompilerLevel {

  /** C2's; {@code CompLevel_full_optimization} of HotSpot's {@code compilerDefinitions.hpp}. */
  private static final long OPTIMIZING = 4;

  /** C1 with a full profile, from which C2 goes on. */
  private static final long PROFILING = 3;

  private static final Duration REST_OF_START = Duration.ofSeconds(3);

  /** More than any JVM's tables have entries, of which those of JDK 25 have up to 1,300. */
  private static final int MAX_ENTRIES = 10_000;

  private static final String FLAG = "TieredStopAtLevel";

  private static final boolean ALLOWED =
      CompilerLevel.class.getModule().isNativeAccessEnabled()
          && ValueLayout.ADDRESS.byteSize() == Long.BYTES;

  private static final MemorySegment MEMORY =
      ALLOWED ? MemorySegment.NULL.reinterpret(Long.MAX_VALUE) : MemorySegment.NULL;

  /** Where the level is; 0 if it was left as it was. */
  private final long address;

  private CompilerLevel(long address) {
    this.address = address;
  }

  /**
   * Lowers the level until {@link #restoreAfterStart}.
   *
   * @return what puts it back; nothing was lowered where this JVM does not say where it is, has
   *     another one, or lets nobody at its memory ({@code --enable-native-access})
   */
  static CompilerLevel lowered() {
    try {
      long address = ALLOWED ? address(library()) : 0;
      if (address != 0 && number(address) == OPTIMIZING) {
        write(address, PROFILING);
        return new CompilerLevel(address);
      }
    } catch (IllegalArgumentException | NoSuchElementException anotherJvm) {
      // It starts as before.
    }
    return new CompilerLevel(0);
  }

  /**
   * Puts it back when what is left of a start is over, most of it the paths of controllers: C2
   * would take that up, and have one of two processors for two seconds while the first push comes.
   */
  void restoreAfterStart() {
    if (address != 0) {
      Thread.ofPlatform().daemon().name("compiler-level").start(this::restoreLater);
    }
  }

  private void restoreLater() {
    try {
      Thread.sleep(REST_OF_START);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    write(address, OPTIMIZING);
  }

  private static SymbolLookup library() {
    Path jvm =
        Path.of(System.getProperty("java.home"), "lib", "server", System.mapLibraryName("jvm"));
    return SymbolLookup.libraryLookup(jvm, Arena.global());
  }

  /** Where the level is: the JVM has a table of flags, and the place of that in another. */
  private static long address(SymbolLookup jvm) {
    Map<String, Long> fields = fieldsOfFlags(jvm);
    long count = number(found(fields, "numFlags"));
    long size = sizeOfFlag(jvm);
    if (size <= 0 || count <= 0 || count > MAX_ENTRIES) {
      throw new NoSuchElementException("flags");
    }
    long table = number(found(fields, "flags"));
    long name = found(fields, "_name");
    // The last one has no name.
    for (long flag = table; flag < table + (count - 1) * size; flag += size) {
      if (says(number(flag + name), FLAG + "\0")) {
        return number(flag + found(fields, "_addr"));
      }
    }
    throw new NoSuchElementException(FLAG);
  }

  private static long sizeOfFlag(SymbolLookup jvm) {
    long name = exported(jvm, "gHotSpotVMTypeEntryTypeNameOffset");
    long stride = exported(jvm, "gHotSpotVMTypeEntryArrayStride");
    long type = exported(jvm, "gHotSpotVMTypes");
    for (int at = 0; at < MAX_ENTRIES && number(type + name) != 0; at++, type += stride) {
      if (says(number(type + name), "JVMFlag\0")) {
        return number(type + exported(jvm, "gHotSpotVMTypeEntrySizeOffset"));
      }
    }
    throw new NoSuchElementException("JVMFlag");
  }

  /** Fields of a flag, with their offset, and of all flags, with their address. */
  private static Map<String, Long> fieldsOfFlags(SymbolLookup jvm) {
    long type = exported(jvm, "gHotSpotVMStructEntryTypeNameOffset");
    long name = exported(jvm, "gHotSpotVMStructEntryFieldNameOffset");
    long offset = exported(jvm, "gHotSpotVMStructEntryOffsetOffset");
    long address = exported(jvm, "gHotSpotVMStructEntryAddressOffset");
    long stride = exported(jvm, "gHotSpotVMStructEntryArrayStride");
    long field = exported(jvm, "gHotSpotVMStructs");
    Map<String, Long> fields = new HashMap<>();
    for (int at = 0; at < MAX_ENTRIES && number(field + type) != 0; at++, field += stride) {
      if (says(number(field + type), "JVMFlag\0")) {
        long ofAll = number(field + address);
        fields.put(text(number(field + name)), ofAll != 0 ? ofAll : number(field + offset));
      }
    }
    return fields;
  }

  private static long found(Map<String, Long> places, String name) {
    Long place = places.get(name);
    if (place == null) {
      throw new NoSuchElementException(name);
    }
    return place;
  }

  private static long exported(SymbolLookup jvm, String name) {
    return number(jvm.find(name).orElseThrow(() -> new NoSuchElementException(name)).address());
  }

  private static long number(long address) {
    return MEMORY.get(ValueLayout.JAVA_LONG, address);
  }

  private static void write(long address, long value) {
    MEMORY.set(ValueLayout.JAVA_LONG, address, value);
  }

  private static String text(long address) {
    return MEMORY.getString(address);
  }

  /** Whether a text of the JVM begins so. */
  private static boolean says(long text, String beginning) {
    for (int at = 0; at < beginning.length(); at++) {
      if (MEMORY.get(ValueLayout.JAVA_BYTE, text + at) != beginning.charAt(at)) {
        return false;
      }
    }
    return true;
  }
}
