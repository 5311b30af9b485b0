package org.packhouse.app.platform.throttle.load;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * This process's control group and those above it, of version 2 or 1. Any of them may have a limit;
 * a container without a namespace of its own sees its group at the root.
 */
final class ControlGroup {

  /** Version 1 writes about this instead of "no limit". */
  private static final long UNLIMITED = Long.MAX_VALUE / 4;

  private static final double MICROS = 1e6;
  private static final double NANOS = 1e9;

  private final List<Path> unified;
  private final List<Path> processors;
  private final List<Path> accounts;
  private final List<Path> memory;

  /** Reads {@code /proc} and {@code /sys/fs/cgroup}. */
  ControlGroup(Path proc, Path groups) {
    String membership = KernelFiles.text(proc.resolve("self/cgroup"));
    String lines = membership == null ? "" : membership;
    boolean isUnified = Files.exists(groups.resolve("cgroup.controllers"));
    unified = isUnified ? upwards(groups, path(lines, "")) : List.of();
    processors = upwards(groups.resolve("cpu"), path(lines, "cpu"));
    accounts = upwards(groups.resolve("cpuacct"), path(lines, "cpuacct"));
    memory = upwards(groups.resolve("memory"), path(lines, "memory"));
  }

  private static String path(String membership, String controller) {
    for (String line : membership.lines().toList()) {
      String[] parts = line.split(":", 3);
      if (parts.length == 3 && List.of(parts[1].split(",", -1)).contains(controller)) {
        return parts[2];
      }
    }
    return "/";
  }

  private static List<Path> upwards(Path root, String path) {
    List<Path> directories = new ArrayList<>();
    Path directory = root.resolve(path.replaceFirst("^/+", "")).normalize();
    while (directory != null && directory.startsWith(root)) {
      if (Files.isDirectory(directory)) {
        directories.add(directory);
      }
      directory = directory.getParent();
    }
    return directories;
  }

  /** A limit of processors, and the seconds of processor time used so far. */
  record Quota(double processors, double usedSeconds) {}

  List<Quota> quotas() {
    List<Quota> quotas = new ArrayList<>();
    for (Path directory : unified) {
      OptionalDouble quota = quota(KernelFiles.text(directory.resolve("cpu.max")));
      OptionalLong used = KernelFiles.field(directory.resolve("cpu.stat"), "usage_usec ");
      if (quota.isPresent() && used.isPresent()) {
        quotas.add(new Quota(quota.getAsDouble(), used.getAsLong() / MICROS));
      }
    }
    for (int i = 0; i < Math.min(processors.size(), accounts.size()); i++) {
      OptionalLong quota = KernelFiles.number(processors.get(i).resolve("cpu.cfs_quota_us"));
      OptionalLong period = KernelFiles.number(processors.get(i).resolve("cpu.cfs_period_us"));
      OptionalLong used = KernelFiles.number(accounts.get(i).resolve("cpuacct.usage"));
      if (quota.orElse(-1) > 0 && period.orElse(0) > 0 && used.isPresent()) {
        quotas.add(
            new Quota((double) quota.getAsLong() / period.getAsLong(), used.getAsLong() / NANOS));
      }
    }
    return quotas;
  }

  private static OptionalDouble quota(@Nullable String cpuMax) {
    String[] words = cpuMax == null ? new String[0] : cpuMax.strip().split(" ", -1);
    if (words.length == 2) {
      OptionalLong quota = KernelFiles.number(words[0]);
      OptionalLong period = KernelFiles.number(words[1]);
      if (quota.isPresent() && period.orElse(0) > 0) {
        return OptionalDouble.of((double) quota.getAsLong() / period.getAsLong());
      }
    }
    return OptionalDouble.empty();
  }

  /**
   * Returns the smallest of limit less use, in bytes, not counting inactive file cache, which the
   * kernel reclaims. Empty if nothing limits.
   */
  OptionalLong availableMemory() {
    long least = Long.MAX_VALUE;
    for (Path directory : unified) {
      least = Math.min(least, left(directory, "memory.max", "memory.current", "inactive_file "));
    }
    for (Path directory : memory) {
      least =
          Math.min(
              least,
              left(
                  directory,
                  "memory.limit_in_bytes",
                  "memory.usage_in_bytes",
                  "total_inactive_file "));
    }
    return least == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(least);
  }

  private static long left(Path directory, String limit, String usage, String inactive) {
    OptionalLong most = KernelFiles.number(directory.resolve(limit));
    OptionalLong used = KernelFiles.number(directory.resolve(usage));
    if (most.isEmpty() || most.getAsLong() >= UNLIMITED || used.isEmpty()) {
      return Long.MAX_VALUE;
    }
    long unused = KernelFiles.field(directory.resolve("memory.stat"), inactive).orElse(0);
    return most.getAsLong() - Math.max(0, used.getAsLong() - unused);
  }
}
