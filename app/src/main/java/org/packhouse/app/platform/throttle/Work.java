package org.packhouse.app.platform.throttle;

import org.springframework.util.unit.DataSize;

/**
 * A kind of work that takes a ticket. Each keeps about one processor busy. Its megabytes were
 * measured with a repository of 90,000 objects: anonymous memory of the processes together, without
 * mapped packs. A request may name a better estimate.
 */
public enum Work {
  CLONE(Bucket.SCM_HOSTING, 32),
  FETCH(Bucket.SCM_HOSTING, 16),
  /** A round of protocol v0's negotiation, which a pack may end. */
  NEGOTIATION(Bucket.SCM_HOSTING, 16),
  PUSH(Bucket.SCM_HOSTING, 64),
  CONNECTIVITY(Bucket.SCM_HOSTING, 16),
  /** Reads a file that is a delta of something large. */
  LARGE_FILE(Bucket.SCM_COMMAND, 1024),
  /** Sends a cached response. */
  SENDING(Bucket.CACHED_RESPONSES, 0),
  ARCHIVE(Bucket.ARCHIVE, 8),
  IMPORT(Bucket.IMPORT, 128),
  /** Runs an administrator's hook script. */
  HOOK_SCRIPT(Bucket.SCM_COMMAND, 256),
  MERGE(Bucket.MERGE, 8),
  /** Repacks a repository or its refs, or writes its commit-graph and bitmaps. */
  PACKING(Bucket.PACKING, 64),
  /** Reads a default branch for code search. */
  INDEXING(Bucket.PACKING, 32);

  private final Bucket bucket;
  private final long megabytes;

  Work(Bucket bucket, long megabytes) {
    this.bucket = bucket;
    this.megabytes = megabytes;
  }

  Bucket bucket() {
    return bucket;
  }

  /** Returns the cost in the queue, compared with the lightest work. */
  int cost() {
    return this == CLONE ? 2 : 1;
  }

  DataSize memory() {
    return DataSize.ofMegabytes(megabytes);
  }
}
