package org.packhouse.app.platform.node;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The mounts of {@code /proc/self/mountinfo} (proc(5)), and what makes one unfit as a shared home.
 *
 * <p>NFS 3 has no atomic create on open, so a repeated request for a lock file is ambiguous. With
 * {@code nocto} a node may read long replaced content. With {@code soft} a slow file server makes
 * writes fail or vanish.
 */
final class Mounts {

  private static final Path OF_THIS_PROCESS = Path.of("/proc/self/mountinfo");

  /** Spaces, tabs, line feeds and backslashes are in octal. */
  private static final Pattern OCTAL = Pattern.compile("\\\\([0-3][0-7]{2})");

  private static final Pattern VERSION_3 = Pattern.compile("vers=3(\\..*)?");
  private static final int FIELD_OF_POINT = 4;
  private static final int OCTAL_BASE = 8;

  /** A mount, with the options of its file system. */
  record Mount(Path point, String type, Set<String> options) {

    boolean isNetwork() {
      return type.equals("nfs") || type.equals("nfs4");
    }

    /** Returns the fault in words that follow a name. */
    Optional<String> fault() {
      if (!isNetwork()) {
        return Optional.empty();
      }
      if (options.stream().anyMatch(option -> VERSION_3.matcher(option).matches())) {
        return Optional.of("by NFS 3; mount it by NFS 4.1 or later");
      }
      return List.of("nocto", "soft", "softerr").stream()
          .filter(options::contains)
          .findFirst()
          .map(option ->
              "with the option %s; mount it without (%s)"
                  .formatted(option, option.equals("nocto") ? "cto" : "hard"));
    }
  }

  private final List<Mount> mounts;

  private Mounts(List<Mount> mounts) {
    this.mounts = List.copyOf(mounts);
  }

  /** Returns the mounts of this process; none where there is no such file. */
  static Mounts ofThisProcess() throws IOException {
    if (!Files.isReadable(OF_THIS_PROCESS)) {
      return of(List.of());
    }
    // Decoding must not fail, whatever encoding other mounts' names have.
    return of(
        new String(Files.readAllBytes(OF_THIS_PROCESS), StandardCharsets.UTF_8).lines().toList());
  }

  static Mounts of(List<String> lines) {
    return new Mounts(lines.stream().map(Mounts::parse).flatMap(Optional::stream).toList());
  }

  private static Optional<Mount> parse(String line) {
    List<String> fields = List.of(line.split(" "));
    int dash = fields.indexOf("-");
    if (dash <= FIELD_OF_POINT + 1 || fields.size() < dash + 2) {
      return Optional.empty();
    }
    Set<String> options = new TreeSet<>(List.of(fields.get(FIELD_OF_POINT + 1).split(",")));
    if (fields.size() > dash + 3) {
      options.addAll(List.of(fields.get(dash + 3).split(",")));
    }
    Path point = Path.of(unescaped(fields.get(FIELD_OF_POINT)));
    return Optional.of(new Mount(point, fields.get(dash + 1), options));
  }

  private static String unescaped(String text) {
    return OCTAL
        .matcher(text)
        .replaceAll(found ->
            Matcher.quoteReplacement(
                String.valueOf((char) Integer.parseInt(found.group(1), OCTAL_BASE))));
  }

  /** Returns the file system of a directory, and those mounted below it. */
  List<Mount> of(Path directory) {
    List<Mount> found = new ArrayList<>();
    Mount own = null;
    for (Mount mount : mounts) {
      // Of several mounts at one place, the last one is visible.
      if (directory.startsWith(mount.point())
          && (own == null || mount.point().startsWith(own.point()))) {
        own = mount;
      } else if (mount.point().startsWith(directory)) {
        found.add(mount);
      }
    }
    if (own != null) {
      found.addFirst(own);
    }
    return found;
  }

  Optional<String> refusal(Path directory) {
    return of(directory).stream()
        .flatMap(mount ->
            mount.fault().stream()
                .map(fault ->
                    "The shared home %s is mounted at %s %s."
                        .formatted(directory, mount.point(), fault)))
        .findFirst();
  }
}
