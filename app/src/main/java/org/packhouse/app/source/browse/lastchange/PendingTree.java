package org.packhouse.app.source.browse.lastchange;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The entries that are still sought at a commit: a part of a tree, all of which is there just as it
 * is in the commit that was asked about.
 */
final class PendingTree {

  private final LastChange change;
  private boolean self;
  private boolean whole;
  private @Nullable Map<TreeContents.Name, PendingTree> children;

  /**
   * Makes one.
   *
   * @param self whether the last change of this very entry is sought
   * @param whole whether that of all below it is sought
   */
  PendingTree(LastChange change, boolean self, boolean whole) {
    this.change = change;
    this.self = self;
    this.whole = whole && change.isDirectory();
  }

  LastChange change() {
    return change;
  }

  /** The name of an entry of a directory. */
  TreeContents.Name name() {
    return Objects.requireNonNull(change.entry(), "entry").name();
  }

  boolean isSelf() {
    return self;
  }

  void selfIsSettled() {
    self = false;
  }

  boolean isWhole() {
    return whole;
  }

  /** All below is sought one by one from now on, or settled. */
  void wholeIsSettled() {
    whole = false;
  }

  boolean isEmpty() {
    return !self && !whole && (children == null || children.isEmpty());
  }

  boolean hasBelow() {
    return whole || (children != null && !children.isEmpty());
  }

  Map<TreeContents.Name, PendingTree> children() {
    if (children == null) {
      children = new LinkedHashMap<>();
    }
    return children;
  }

  void put(PendingTree child) {
    children().merge(child.name(), child, PendingTree::plus);
  }

  /** This, and what the other one seeks of the same entry. */
  PendingTree plus(PendingTree other) {
    self |= other.self;
    whole |= other.whole;
    if (other.children != null) {
      other.children.values().forEach(this::put);
    }
    return this;
  }
}
