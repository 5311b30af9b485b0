package org.packhouse.app.platform.throttle;

import org.springframework.util.unit.DataSize;

/**
 * A kind of work that takes a ticket. Each keeps about one processor busy; they differ in memory.
 * What a kind is expected to take was seen with a repository of 90,000 objects: anonymous memory of
 * the processes together, mapped packs left out. Who knows better says so in the request.
 */
public enum Work {
  /** Makes a pack of all or of most that there is. */
  CLONE(Bucket.SCM_HOSTING, 32),
  /** Makes a pack for a client that has something, or wants single commits. */
  FETCH(Bucket.SCM_HOSTING, 16),
  /** Finds out, in the rounds of an old protocol, what a client has; a pack may end it. */
  NEGOTIATION(Bucket.SCM_HOSTING, 16),
  /** Indexes and checks a pack that comes. */
  PUSH(Bucket.SCM_HOSTING, 64),
  /** Looks whether everything is there that pushed commits need. */
  CONNECTIVITY(Bucket.SCM_HOSTING, 16),
  /** Reads a file that is a delta of something large. */
  LARGE_FILE(Bucket.SCM_COMMAND, 1024),
  /** Sends a response that is there already. */
  SENDING(Bucket.CACHED_RESPONSES, 0),
  /** Writes an archive. */
  ARCHIVE(Bucket.ARCHIVE, 8),
  /** Fills a repository from elsewhere and checks what has come. */
  IMPORT(Bucket.IMPORT, 128),
  /** Runs a program of an administrator's, which a push must pass or which follows it. */
  HOOK_SCRIPT(Bucket.SCM_COMMAND, 256),
  /** Merges, or puts commits on top of others. */
  MERGE(Bucket.MERGE, 8),
  /** Packs a repository anew, or its refs, or writes what makes it quick to read. */
  PACKING(Bucket.PACKING, 64),
  /** Reads a default branch so that it is found by search. */
  INDEXING(Bucket.PACKING, 32);

  private final Bucket bucket;
  private final long megabytes;

  Work(Bucket bucket, long megabytes) {
    this.bucket = bucket;
    this.megabytes = megabytes;
  }

  /** Where it takes its ticket, unless it is done in another way. */
  Bucket bucket() {
    return bucket;
  }

  /** What it is charged with among others who wait, compared with what takes little. */
  int cost() {
    return this == CLONE ? 2 : 1;
  }

  /** What it takes as a rule. */
  DataSize memory() {
    return DataSize.ofMegabytes(megabytes);
  }
}
