package org.packhouse.app.web.diff;

import java.util.List;
import org.packhouse.app.storage.content.TreePath;

/** The owners of the files in a diff, known to whoever shows it. */
public interface DiffOwners {

  /** Nobody owns anything. */
  DiffOwners NONE =
      new DiffOwners() {
        @Override
        public List<String> of(TreePath path) {
          return List.of();
        }

        @Override
        public boolean isReaders(TreePath path) {
          return false;
        }

        @Override
        public boolean mayBeReaders() {
          return false;
        }
      };

  /** What the owners of a file are called. */
  List<String> of(TreePath path);

  /** Whether the reader owns a file. */
  boolean isReaders(TreePath path);

  /** Whether some file may be the reader's. */
  boolean mayBeReaders();
}
