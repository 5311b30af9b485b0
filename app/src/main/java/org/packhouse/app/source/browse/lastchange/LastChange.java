package org.packhouse.app.source.browse.lastchange;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;

/** An entry of a commit's tree, and the commit that last changed it once that is known. */
final class LastChange {

  private final TreeContents.@Nullable Entry entry;
  private final ObjectId tree;
  private @Nullable ObjectId commit;
  private @Nullable ObjectId known;
  private @Nullable List<LastChange> children;

  LastChange(ObjectId tree) {
    this.entry = null;
    this.tree = tree;
  }

  LastChange(TreeContents.Entry entry) {
    this.entry = entry;
    this.tree = entry.id();
  }

  TreeContents.@Nullable Entry entry() {
    return entry;
  }

  ObjectId id() {
    return tree;
  }

  boolean isDirectory() {
    return entry == null || entry.isDirectory();
  }

  @Nullable ObjectId commit() {
    return commit;
  }

  void foundIn(ObjectId commitId) {
    commit = commitId;
  }

  /** Returns the name of the stored node of this directory. */
  @Nullable ObjectId known() {
    return known;
  }

  void knownAs(ObjectId node) {
    known = node;
  }

  /** Returns the entries in tree order; null if the directory was not opened. */
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
