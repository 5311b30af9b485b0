package org.packhouse.app.platform.throttle;

import org.packhouse.app.platform.throttle.queue.Rank;
import org.springframework.util.unit.DataSize;

/**
 * A request for a ticket: who wants to do what, to which repository, at what cost.
 *
 * @param caller {@code ada} or {@code access-key:12}; {@code -} for anonymous, {@value #SERVER} for
 *     the server itself
 * @param automated whether a program waits rather than a person
 * @param memory expected peak
 */
public record TicketRequest(
    Bucket bucket, Work work, Target target, String caller, boolean automated, DataSize memory) {

  public static final String SERVER = "server";

  private static final String NOBODY = "-";

  /** A bare repository on disk. */
  public record Target(Kind kind, long id) {

    public enum Kind {
      REPOSITORY,
      /** Objects that the repositories of a fork network share. */
      POOL
    }

    public static Target repository(long id) {
      return new Target(Kind.REPOSITORY, id);
    }

    public static Target pool(long id) {
      return new Target(Kind.POOL, id);
    }
  }

  /** Requests a ticket with the usual cost of such work. */
  public static TicketRequest of(Work work, Target target, String caller) {
    boolean automated = caller.equals(SERVER);
    return new TicketRequest(work.bucket(), work, target, caller, automated, work.memory());
  }

  public TicketRequest from(Bucket other) {
    return new TicketRequest(other, work, target, caller, automated, memory);
  }

  public TicketRequest expecting(DataSize most) {
    return new TicketRequest(bucket, work, target, caller, automated, most);
  }

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
