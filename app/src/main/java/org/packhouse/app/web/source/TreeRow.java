package org.packhouse.app.web.source;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.source.commit.Commit;
import org.packhouse.app.storage.content.TreeEntry;
import org.packhouse.app.web.Locations;

/**
 * A row of a directory; {@code note} stands beside the name, {@code commit} is null if not known
 * yet.
 */
record TreeRow(
    String name,
    String icon,
    String kind,
    @Nullable String url,
    @Nullable String note,
    @Nullable Commit commit) {

  static TreeRow of(TreeEntry entry, Locations locations, @Nullable Commit commit) {
    boolean module = entry.kind() == TreeEntry.Kind.SUBMODULE;
    return new TreeRow(
        entry.path().name(),
        switch (entry.kind()) {
          case DIRECTORY -> "folder-fill";
          case SYMLINK -> "link-45deg";
          case SUBMODULE -> "box-seam";
          case FILE, EXECUTABLE -> "file-earmark";
        },
        switch (entry.kind()) {
          case DIRECTORY -> "directory";
          case SYMLINK -> "symbolic link";
          case SUBMODULE -> "submodule";
          case FILE, EXECUTABLE -> "file";
        },
        locations.browse(entry.path()),
        module ? "at " + entry.id().substring(0, 10) : null,
        commit);
  }
}
