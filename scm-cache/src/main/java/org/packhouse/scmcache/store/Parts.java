package org.packhouse.scmcache.store;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.packhouse.scmcache.ResponseFile;
import org.packhouse.scmcache.ResponseKey;
import org.packhouse.scmcache.ResponseKey.Admission;
import org.packhouse.scmcache.ResponseKey.Request;
import org.packhouse.scmcache.ResponsePart;
import org.packhouse.scmcache.stream.Spool;

/** Shared parts in entries of their own, which reveal no objects by themselves. */
final class Parts {

  private final Function<ResponseKey, Optional<ResponseFile>> entries;
  private final Function<ResponseKey, Optional<UsedPart>> uses;
  private final Function<Request, Spool> spools;

  Parts(
      Function<ResponseKey, Optional<ResponseFile>> entries,
      Function<ResponseKey, Optional<UsedPart>> uses,
      Function<Request, Spool> spools) {
    this.entries = entries;
    this.uses = uses;
    this.spools = spools;
  }

  Optional<ResponseFile> find(ResponseKey key) {
    return entries.apply(key);
  }

  /** Finds a part for a production, storing it if needed; empty if the disk refuses. */
  Optional<UsedPart> findOrStore(ResponsePart part) throws IOException {
    Optional<UsedPart> stored = uses.apply(part.key());
    return stored.isPresent() ? stored : store(part);
  }

  private Optional<UsedPart> store(ResponsePart part) throws IOException {
    Request request = new Request(part.key(), List.of(), Admission.AT_ONCE, part.series());
    try (Spool spool = spools.apply(request)) {
      boolean whole = false;
      try {
        part.writeTo(new Appending(spool));
        whole = true;
      } catch (RefusedException e) {
        return Optional.empty();
      } finally {
        if (whole) {
          spool.keep();
        } else {
          spool.discard();
        }
      }
    }
    return uses.apply(part.key());
  }

  private static final class Appending extends OutputStream {

    private final Spool spool;

    Appending(Spool spool) {
      this.spool = spool;
    }

    @Override
    public void write(int one) throws IOException {
      write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      if (!spool.append(bytes, offset, length)) {
        throw new RefusedException();
      }
    }
  }

  private static final class RefusedException extends IOException {
    private static final long serialVersionUID = 1L;
  }
}
