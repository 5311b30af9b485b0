package org.packhouse.app;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;

/**
 * Thresholds of the JVM's optimizing compiler, C2: how often code runs before it is taken up. While
 * the server starts they are higher.
 *
 * <p>A start runs much code some thousand times and never again. To compile it costs two fifths of
 * the processor time of a start; to leave C2 like that for good costs each operation a third. The
 * JVM reads the thresholds whenever it decides, and has no way to change them, so they are written
 * where they lie, by the tables that it exports for debuggers ({@code gHotSpotVMStructs} and {@code
 * gHotSpotVMTypes} of HotSpot's {@code vmStructs.cpp}, which async-profiler uses likewise). A JVM
 * that has no such tables keeps its thresholds.
 */
@SuppressWarnings("restricted")
final class CompilerThresholds {

  /** How many times as high: 20 gains half as much, 1,000 no more. */
  private static final long FACTOR = 100;

  private static final Duration REST_OF_START = Duration.ofSeconds(3);

  /** The highest value that is taken for a threshold, of which the JVM's highest is 40,000. */
  private static final long MAX_THRESHOLD = 10_000_000;

  /** More than any JVM's tables have entries, of which those of JDK 25 have up to 1,300. */
  private static final int MAX_ENTRIES = 10_000;

  private static final String PREFIX = "Tier4";

  private static final List<String> NAMES =
      List.of(
          "InvocationThreshold", "MinInvocationThreshold", "CompileThreshold", "BackEdgeThreshold");

  private static final boolean ALLOWED =
      CompilerThresholds.class.getModule().isNativeAccessEnabled()
          && ValueLayout.ADDRESS.byteSize() == Long.BYTES;

  private static final MemorySegment MEMORY =
      ALLOWED ? MemorySegment.NULL.reinterpret(Long.MAX_VALUE) : MemorySegment.NULL;

  /** By their addresses. */
  private final Map<Long, Long> before;

  private CompilerThresholds(Map<Long, Long> before) {
    this.before = before;
  }

  /**
   * Raises the thresholds until {@link #restore}.
   *
   * @return what puts them back; nothing was raised where this JVM does not say where they are, or
   *     lets nobody at its memory ({@code --enable-native-access})
   */
  static CompilerThresholds raised() {
    Map<Long, Long> before = new HashMap<>();
    try {
      if (ALLOWED) {
        addresses(library()).forEach(address -> before.put(address, number(address)));
      }
    } catch (IllegalArgumentException | NoSuchElementException anotherJvm) {
      before.clear();
    }
    if (before.values().stream().anyMatch(it -> it <= 0 || it > MAX_THRESHOLD)) {
      before.clear();
    }
    before.forEach((address, value) -> write(address, value * FACTOR));
    return new CompilerThresholds(before);
  }

  /** Puts back what was there. */
  void restore() {
    before.forEach(CompilerThresholds::write);
  }

  /**
   * Puts it back when what is left of a start is over, most of it the paths of controllers: with
   * thresholds as they were C2 would take that up, and have one of two processors for two seconds
   * while the first push comes.
   */
  void restoreAfterStart() {
    if (!before.isEmpty()) {
      Thread.ofPlatform().daemon().name("compiler-thresholds").start(this::restoreLater);
    }
  }

  private void restoreLater() {
    try {
      Thread.sleep(REST_OF_START);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    restore();
  }

  private static SymbolLookup library() {
    Path jvm =
        Path.of(System.getProperty("java.home"), "lib", "server", System.mapLibraryName("jvm"));
    return SymbolLookup.libraryLookup(jvm, Arena.global());
  }

  /** Where the thresholds are: the JVM has a table of flags, and the place of that in another. */
  private static List<Long> addresses(SymbolLookup jvm) {
    Map<String, Long> fields = fieldsOfFlags(jvm);
    long count = number(found(fields, "numFlags"));
    long size = sizeOfFlag(jvm);
    if (size <= 0 || count <= 0 || count > MAX_ENTRIES) {
      throw new NoSuchElementException("flags");
    }
    long table = number(found(fields, "flags"));
    long name = found(fields, "_name");
    Map<String, Long> flags = new HashMap<>();
    // The last one has no name.
    for (long flag = table; flag < table + (count - 1) * size; flag += size) {
      long text = number(flag + name);
      if (says(text, PREFIX)) {
        flags.put(text(text + PREFIX.length()), number(flag + found(fields, "_addr")));
      }
    }
    return NAMES.stream().map(it -> found(flags, it)).toList();
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
