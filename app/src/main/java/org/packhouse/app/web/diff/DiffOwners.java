package org.packhouse.app.web.diff;

import java.util.List;
import org.packhouse.app.storage.content.TreePath;

/** The owners of the files in a diff, supplied by the page that shows the diff. */
public interface DiffOwners {

  DiffOwners NONE =
      new DiffOwners() {
        @Override
        public List<String> of(TreePath path) {
          return List.of();
        }

        @Override
        public boolean isOwnedByReader(TreePath path) {
          return false;
        }

        @Override
        public boolean mayOwnSome() {
          return false;
        }
      };

  List<String> of(TreePath path);

  boolean isOwnedByReader(TreePath path);

  /** Returns whether the reader may own some file. */
  boolean mayOwnSome();
}
