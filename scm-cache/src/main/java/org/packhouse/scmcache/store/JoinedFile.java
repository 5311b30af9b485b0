package org.packhouse.scmcache.store;

import java.util.List;
import java.util.Optional;
import org.packhouse.scmcache.ResponseFile;

/** A response whose shared part is in another file. */
final class JoinedFile implements ResponseFile {

  private final ResponseFile own;
  private final ResponseFile part;
  private final List<Range> ranges;

  private JoinedFile(ResponseFile own, ResponseFile part, List<Range> ranges) {
    this.own = own;
    this.part = part;
    this.ranges = ranges;
  }

  /** Inserts the part; closes both and returns empty if its length is wrong. */
  static Optional<ResponseFile> join(
      ResponseFile own, Insertion insertion, Optional<ResponseFile> part) {
    if (part.isEmpty() || part.get().length() != insertion.length()) {
      own.close();
      part.ifPresent(ResponseFile::close);
      return Optional.empty();
    }
    Range all = own.ranges().getFirst();
    long after = all.length() - insertion.at();
    return Optional.of(
        new JoinedFile(
            own,
            part.get(),
            List.of(
                new Range(all.file(), all.position(), insertion.at()),
                part.get().ranges().getFirst(),
                new Range(all.file(), all.position() + insertion.at(), after))));
  }

  @Override
  public List<Range> ranges() {
    return ranges;
  }

  @Override
  public long length() {
    return own.length() + part.length();
  }

  @Override
  public void close() {
    own.close();
    part.close();
  }
}
