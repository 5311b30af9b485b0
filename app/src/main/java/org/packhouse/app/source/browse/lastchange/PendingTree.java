package org.packhouse.app.source.browse.lastchange;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The entries still sought at a commit; all are identical to those where the walk began. */
final class PendingTree {

  private final LastChange change;
  private boolean self;
  private boolean whole;
  private @Nullable Map<TreeContents.Name, PendingTree> children;

  /** Seeks the last change of the entry itself, of all below it, or of both. */
  PendingTree(LastChange change, boolean self, boolean whole) {
    this.change = change;
    this.self = self;
    this.whole = whole && change.isDirectory();
  }

  LastChange change() {
    return change;
  }

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

  /** Ends the search of the subtree as a whole: its entries are sought one by one, or known. */
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

  PendingTree plus(PendingTree other) {
    self |= other.self;
    whole |= other.whole;
    if (other.children != null) {
      other.children.values().forEach(this::put);
    }
    return this;
  }
}
