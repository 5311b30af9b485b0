package org.packhouse.app.engine.git.advertise;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.storage.refs.RefSnapshot;
import org.packhouse.app.storage.refs.RefSnapshot.Entry;

/** Facts that follow from one snapshot's refs. Holds no reference to the snapshot. */
public final class RefFacts {

  private @Nullable Set<ObjectId> tips;
  private @Nullable String tagDigest;
  private @Nullable RefLines listed;
  private @Nullable RefLines listedPeeled;
  private @Nullable RefLines advertised;

  /** Returns the targets of refs, and what annotated tags peel to; unmodifiable. */
  synchronized Set<ObjectId> tips(RefSnapshot snapshot) {
    Set<ObjectId> known = tips;
    if (known == null) {
      Set<ObjectId> found = HashSet.newHashSet(snapshot.refs().size());
      for (Entry entry : snapshot.refs()) {
        found.add(entry.id());
        if (entry.peeled() != null) {
          found.add(entry.peeled());
        }
      }
      known = Collections.unmodifiableSet(found);
      tips = known;
    }
    return known;
  }

  /** Returns a digest of all annotated tags with what they peel to. */
  public synchronized String tagDigest(RefSnapshot snapshot) {
    String known = tagDigest;
    if (known == null) {
      MessageDigest digest = sha256();
      byte[] id = new byte[Constants.OBJECT_ID_LENGTH];
      for (Entry tag : snapshot.in(Constants.R_TAGS)) {
        if (tag.peeled() != null) {
          tag.id().copyRawTo(id, 0);
          digest.update(id);
        }
      }
      known = HexFormat.of().formatHex(digest.digest());
      tagDigest = known;
    }
    return known;
  }

  /** Returns the lines of {@code ls-refs}. */
  synchronized RefLines listed(RefSnapshot snapshot, boolean peel) {
    RefLines known = peel ? listedPeeled : listed;
    if (known == null) {
      known =
          RefLines.of(
              snapshot, (writer, entry) -> writer.idAndText(entry.id(), LsRefs.text(entry, peel)));
      if (peel) {
        listedPeeled = known;
      } else {
        listed = known;
      }
    }
    return known;
  }

  /** Returns the advertised lines of protocol v0, without capabilities. */
  synchronized RefLines advertised(RefSnapshot snapshot) {
    RefLines known = advertised;
    if (known == null) {
      known = RefLines.of(snapshot, (writer, entry) -> Advertisement.write(writer, entry, ""));
      advertised = known;
    }
    return known;
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java has SHA-256", e);
    }
  }
}
