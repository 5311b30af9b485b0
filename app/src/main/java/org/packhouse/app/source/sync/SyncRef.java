package org.packhouse.app.source.sync;

import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.storage.refs.RefNames;

/**
 * A ref of a fork beside its origin's.
 *
 * @param name full name
 * @param upstream null: the origin has none of that name
 */
public record SyncRef(String name, ObjectId own, @Nullable ObjectId upstream, SyncState state) {

  /** Whether it is a tag and no branch. */
  public boolean isTag() {
    return name.startsWith(RefNames.TAGS);
  }

  /** The name that people read. */
  public String displayId() {
    return name.substring((isTag() ? RefNames.TAGS : RefNames.HEADS).length());
  }

  /** Where the fork's points, as 40 hex digits. */
  public String ownHash() {
    return own.name();
  }

  /** Where the origin's points, likewise; null if there is none. */
  public @Nullable String upstreamHash() {
    return upstream == null ? null : upstream.name();
  }
}
