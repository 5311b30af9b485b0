package org.packhouse.app.source.sync;

import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.storage.refs.RefNames;

/** A ref of a fork; {@code upstream} is null if the origin has no such ref. */
public record SyncRef(String name, ObjectId own, @Nullable ObjectId upstream, SyncState state) {

  public boolean isTag() {
    return name.startsWith(RefNames.TAGS);
  }

  public String displayId() {
    return name.substring((isTag() ? RefNames.TAGS : RefNames.HEADS).length());
  }

  public String ownHash() {
    return own.name();
  }

  public @Nullable String upstreamHash() {
    return upstream == null ? null : upstream.name();
  }
}
