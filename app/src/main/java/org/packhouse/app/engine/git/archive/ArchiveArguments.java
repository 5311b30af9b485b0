package org.packhouse.app.engine.git.archive;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.engine.git.PktLineReader;
import org.packhouse.app.engine.git.WireException;
import org.packhouse.app.engine.git.advertise.VisibleRefs;

/**
 * The checked arguments of {@code git archive --remote}.
 *
 * @param checked options that concern the archive alone, then the tree, then paths
 * @param commit the object that the client named by id and must be allowed to want; null for a ref
 */
record ArchiveArguments(List<String> checked, @Nullable ObjectId commit) {

  private static final Set<String> FORMATS = Set.of("tar", "tgz", "tar.gz", "zip");
  private static final Pattern LEVEL = Pattern.compile("-[0-9]");
  private static final Pattern ID = Pattern.compile("[0-9a-f]{40}");

  /** Checks arguments, and throws a WireException that names one which is not served. */
  static ArchiveArguments parse(List<String> asked, VisibleRefs refs) throws WireException {
    List<String> checked = new ArrayList<>();
    int next = 0;
    while (next < asked.size() && asked.get(next).startsWith("-")) {
      String option = asked.get(next++);
      if (option.equals("--")) {
        break;
      }
      if (option.equals("-l") || option.equals("--list")) {
        return new ArchiveArguments(List.of("--list"), null);
      }
      checked.add(checkOption(option));
    }
    if (next == asked.size()) {
      throw new WireException("The request names nothing to archive");
    }
    Tree tree = tree(asked.get(next++), refs);
    checked.add(tree.expression());
    for (String path : asked.subList(next, asked.size())) {
      if (path.equals("--")) {
        continue;
      }
      if (path.startsWith("-")) {
        throw new WireException("\"" + PktLineReader.shortened(path) + "\" is not a path");
      }
      checked.add(path);
    }
    return new ArchiveArguments(checked, tree.commit());
  }

  private static String checkOption(String option) throws WireException {
    if (option.startsWith("--format=")) {
      String format = option.substring("--format=".length());
      if (FORMATS.contains(format)) {
        return option;
      }
      throw new WireException(
          "Archive format \""
              + PktLineReader.shortened(format)
              + "\" is not served; tar, tgz, tar.gz and zip are");
    }
    if (option.startsWith("--prefix=")
        || option.equals("-v")
        || option.equals("--verbose")
        || LEVEL.matcher(option).matches()) {
      return option;
    }
    throw new WireException(
        "Archive option \"" + PktLineReader.shortened(option) + "\" is not served");
  }

  private record Tree(String expression, @Nullable ObjectId commit) {}

  private static Tree tree(String asked, VisibleRefs refs) throws WireException {
    int colon = asked.indexOf(':');
    String name = colon < 0 ? asked : asked.substring(0, colon);
    String path = colon < 0 ? "" : asked.substring(colon);
    if (ID.matcher(name).matches()) {
      return new Tree(asked, ObjectId.fromString(name));
    }
    if (name.equals("HEAD") && refs.snapshot().head().isPresent()) {
      return new Tree(refs.snapshot().headTarget() + path, null);
    }
    Optional<String> full = refs.expand(name);
    if (full.isEmpty()) {
      throw new WireException("no such ref: " + PktLineReader.shortened(name));
    }
    return new Tree(full.get() + path, null);
  }
}
