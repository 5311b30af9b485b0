package org.packhouse.app.platform.throttle;

import org.packhouse.app.platform.throttle.queue.Rank;
import org.springframework.util.unit.DataSize;

/**
 * A request for a ticket: who wants to do what, to which repository, and what that may cost.
 *
 * @param bucket where the ticket comes from
 * @param target what is worked on
 * @param caller who waits for it, as in {@code ada} or {@code access-key:12}; {@code -} for
 *     somebody who did not sign in, {@value #SERVER} for the server itself
 * @param automated whether a program waits for it rather than a person
 * @param memory how much it is expected to hold at most
 */
public record TicketRequest(
    Bucket bucket, Work work, Target target, String caller, boolean automated, DataSize memory) {

  /** The caller of work that the server does for itself. */
  public static final String SERVER = "server";

  private static final String NOBODY = "-";

  /**
   * A bare repository on disk.
   *
   * @param kind what the id is one of
   */
  public record Target(Kind kind, long id) {

    /** A kind of thing on disk. */
    public enum Kind {
      /** A repository that people know. */
      REPOSITORY,
      /** What the repositories of a fork network share. */
      POOL
    }

    /** A repository that people know. */
    public static Target repository(long id) {
      return new Target(Kind.REPOSITORY, id);
    }

    /** What the repositories of a fork network share. */
    public static Target pool(long id) {
      return new Target(Kind.POOL, id);
    }
  }

  /** A request for work of native git, which takes what such work takes as a rule. */
  public static TicketRequest of(Work work, Target target, String caller) {
    boolean automated = caller.equals(SERVER);
    return new TicketRequest(work.bucket(), work, target, caller, automated, work.memory());
  }

  /** The same from another bucket. */
  public TicketRequest from(Bucket other) {
    return new TicketRequest(other, work, target, caller, automated, memory);
  }

  /** The same, expected to hold that much. */
  public TicketRequest expecting(DataSize most) {
    return new TicketRequest(bucket, work, target, caller, automated, most);
  }

  /** The same, for a program or for a person. */
  public TicketRequest automated(boolean isProgram) {
    return new TicketRequest(bucket, work, target, caller, isProgram, memory);
  }

  Rank rank() {
    if (caller.equals(NOBODY)) {
      return Rank.ANONYMOUS;
    }
    return automated ? Rank.AUTOMATION : Rank.PERSON;
  }
}
