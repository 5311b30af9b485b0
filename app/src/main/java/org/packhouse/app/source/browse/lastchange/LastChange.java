package org.packhouse.app.source.browse.lastchange;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;

/** Something at a path of a commit, and the commit that last changed it, once that is known. */
final class LastChange {

  private final TreeContents.@Nullable Entry entry;
  private final ObjectId tree;
  private @Nullable ObjectId commit;
  private @Nullable ObjectId known;
  private @Nullable List<LastChange> children;

  /** A commit's own tree. */
  LastChange(ObjectId tree) {
    this.entry = null;
    this.tree = tree;
  }

  /** An entry of a directory. */
  LastChange(TreeContents.Entry entry) {
    this.entry = entry;
    this.tree = entry.id();
  }

  /** Null for a commit's own tree. */
  TreeContents.@Nullable Entry entry() {
    return entry;
  }

  /** Its tree if it is a directory, else whatever it is. */
  ObjectId id() {
    return tree;
  }

  boolean isDirectory() {
    return entry == null || entry.isDirectory();
  }

  /** The commit that last changed it; null while that is not known. */
  @Nullable ObjectId commit() {
    return commit;
  }

  void foundIn(ObjectId commitId) {
    commit = commitId;
  }

  /** The stored node that says all about what is in this directory; null if there is none. */
  @Nullable ObjectId known() {
    return known;
  }

  void knownAs(ObjectId node) {
    known = node;
  }

  /** What is in this directory, in the order of the tree; null if it was not looked at. */
  @Nullable List<LastChange> children() {
    return children;
  }

  List<LastChange> expand(TreeContents contents) {
    List<LastChange> expanded = new ArrayList<>(contents.size());
    for (TreeContents.Entry child : contents.entries()) {
      expanded.add(new LastChange(child));
    }
    children = expanded;
    return expanded;
  }
}
