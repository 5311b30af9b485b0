package org.packhouse.app.source.edit;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.platform.refusal.OutOfDateException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.platform.refusal.TakenException;
import org.packhouse.app.platform.refusal.Thing;
import org.packhouse.app.source.edit.TreeRewrite.Placement;
import org.packhouse.app.storage.content.OpenRepository;
import org.packhouse.app.storage.content.TreeEntry;
import org.packhouse.app.storage.content.TreePath;
import org.packhouse.app.storage.content.Trees;

/** Checks changes against a commit and turns them into tree entries. */
final class Placements {

  private static final String FILE = "100644";
  private static final String EXECUTABLE = "100755";

  private final Trees trees;
  private final OpenRepository repository;
  private final @Nullable String base;
  private final @Nullable String known;
  private final Set<TreePath> taken = new HashSet<>();
  private final List<Placement> placements = new ArrayList<>();

  /** Starts at a base; files are checked against {@code known} unless it is null. */
  Placements(
      Trees trees, OpenRepository repository, @Nullable String base, @Nullable String known) {
    this.trees = trees;
    this.repository = repository;
    this.base = base;
    this.known = known;
  }

  List<Placement> of(List<PathChange> changes) throws IOException {
    for (PathChange change : changes) {
      switch (change) {
        case PathChange.Write write -> write(write);
        case PathChange.Remove remove -> {
          claim(remove.path());
          present(remove.path());
          placements.add(Placement.nothing(remove.path()));
        }
        case PathChange.Rename rename -> rename(rename);
      }
    }
    for (TreePath path : taken) {
      if (path.trail().stream().anyMatch(above -> !above.equals(path) && taken.contains(above))) {
        throw invalid(path, "lies below another path of the same commit");
      }
    }
    return placements;
  }

  private void write(PathChange.Write write) throws IOException {
    claim(write.path());
    Optional<TreeEntry> present =
        write.presence() == PathChange.Presence.PRESENT
            ? Optional.of(present(write.path()))
            : find(write.path());
    if (present.isPresent() && write.presence() == PathChange.Presence.ABSENT) {
      throw exists(write.path());
    }
    if (present.isEmpty()) {
      refuseBlocked(write.path());
    }
    placements.add(
        Placement.of(write.path(), present.map(Placements::mode).orElse(FILE), write.blob()));
  }

  private void rename(PathChange.Rename rename) throws IOException {
    claim(rename.path());
    claim(rename.to());
    TreeEntry present = present(rename.path());
    if (find(rename.to()).isPresent()) {
      throw exists(rename.to());
    }
    refuseBlocked(rename.to());
    ObjectId blob = rename.blob() == null ? ObjectId.fromString(present.id()) : rename.blob();
    placements.add(Placement.nothing(rename.path()));
    placements.add(Placement.of(rename.to(), mode(present), blob));
  }

  private void claim(TreePath path) {
    PathRules.check(path);
    if (!taken.add(path)) {
      throw invalid(path, "is changed twice by the same commit");
    }
  }

  private TreeEntry present(TreePath path) throws IOException {
    return find(path)
        .orElseThrow(() ->
            new NoSuchException(
                Thing.PATH,
                "The path %s does not exist on the branch."
                    .formatted(InvalidFieldException.quote(path.display()))));
  }

  /** Finds the file at a path, and checks that it is the version that the author has seen. */
  private Optional<TreeEntry> find(TreePath path) throws IOException {
    Optional<TreeEntry> now = at(base, path);
    if (known != null && !now.equals(at(known, path))) {
      throw new OutOfDateException(
          Thing.FILE,
          "The file %s has changed since commit %s: it was %s meanwhile."
              .formatted(
                  InvalidFieldException.quote(path.display()),
                  known.substring(0, 10),
                  now.isEmpty() ? "deleted" : "changed"));
    }
    if (now.isPresent() && !now.get().isFile()) {
      throw invalid(path, "is %s and no file".formatted(word(now.get())));
    }
    return now;
  }

  private Optional<TreeEntry> at(@Nullable String commit, TreePath path) throws IOException {
    return commit == null ? Optional.empty() : trees.find(repository, commit, path);
  }

  private void refuseBlocked(TreePath path) throws IOException {
    for (TreePath above : path.parent().trail()) {
      Optional<TreeEntry> entry = at(base, above);
      if (entry.isEmpty()) {
        return;
      }
      if (!entry.get().isDirectory()) {
        throw invalid(above, "is %s and no directory".formatted(word(entry.get())));
      }
    }
  }

  private static String mode(TreeEntry entry) {
    return entry.kind() == TreeEntry.Kind.EXECUTABLE ? EXECUTABLE : FILE;
  }

  private static String word(TreeEntry entry) {
    return switch (entry.kind()) {
      case DIRECTORY -> "a directory";
      case SYMLINK -> "a symbolic link";
      case SUBMODULE -> "a submodule";
      case FILE, EXECUTABLE -> "a file";
    };
  }

  private static RefusedException exists(TreePath path) {
    return new TakenException(
        Thing.FILE,
        "The file %s already exists: to change it, name the commit that it was read at."
            .formatted(InvalidFieldException.quote(path.display())));
  }

  private static InvalidFieldException invalid(TreePath path, String what) {
    return new InvalidFieldException(
        "path", "%s %s.".formatted(InvalidFieldException.quote(path.display()), what));
  }
}
