package org.packhouse.app.engine.git.advertise;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.engine.git.PktLineWriter;
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

  public static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java has SHA-256", e);
    }
  }

  /** A snapshot's refs in wire format: a prefix is a slice. Holds no reference to the snapshot. */
  static final class RefLines {

    private static final int TYPICAL_LINE = 100;

    private final byte[] bytes;
    private final int[] starts;

    private RefLines(byte[] bytes, int[] starts) {
      this.bytes = bytes;
      this.starts = starts;
    }

    @FunctionalInterface
    interface Form {
      void write(PktLineWriter writer, Entry entry) throws IOException;
    }

    static RefLines of(RefSnapshot snapshot, Form form) {
      List<Entry> refs = snapshot.refs();
      ByteArrayOutputStream bytes = new ByteArrayOutputStream(TYPICAL_LINE * refs.size());
      PktLineWriter writer = new PktLineWriter(bytes);
      int[] starts = new int[refs.size() + 1];
      try {
        for (int i = 0; i < refs.size(); i++) {
          form.write(writer, refs.get(i));
          starts[i + 1] = bytes.size() + writer.filled();
        }
        writer.drain();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return new RefLines(bytes.toByteArray(), starts);
    }

    /** Writes the lines of all refs but the first few. */
    void writeFrom(int first, OutputStream out) throws IOException {
      out.write(bytes, starts[first], bytes.length - starts[first]);
    }

    /**
     * Writes the lines of refs whose names start with a prefix, of the snapshot that they are of.
     */
    void write(RefSnapshot snapshot, List<String> prefixes, OutputStream out) throws IOException {
      int written = 0;
      for (Range range : ranges(snapshot, prefixes)) {
        int from = Math.max(written, range.from());
        if (from < range.to()) {
          out.write(bytes, starts[from], starts[range.to()] - starts[from]);
          written = range.to();
        }
      }
    }

    private record Range(int from, int to) {}

    private static List<Range> ranges(RefSnapshot snapshot, List<String> prefixes) {
      List<Range> ranges = new ArrayList<>(prefixes.size());
      for (String prefix : prefixes) {
        int from = snapshot.firstFrom(prefix);
        int to = endOf(prefix, snapshot.refs(), from);
        if (from < to) {
          ranges.add(new Range(from, to));
        }
      }
      ranges.sort(Comparator.comparingInt(Range::from).thenComparingInt(Range::to));
      return ranges;
    }

    private static int endOf(String prefix, List<Entry> refs, int from) {
      int low = from;
      int high = refs.size();
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (refs.get(middle).name().startsWith(prefix)) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return low;
    }
  }
}
