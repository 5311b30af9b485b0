package org.packhouse.app.source.merge;

import java.io.IOException;
import org.packhouse.app.platform.throttle.Ticket;
import org.packhouse.app.platform.throttle.TicketRequest;
import org.packhouse.app.platform.throttle.TicketRequest.Target;
import org.packhouse.app.platform.throttle.Tickets;
import org.packhouse.app.platform.throttle.Work;
import org.packhouse.app.storage.objects.Quarantines;
import org.springframework.stereotype.Component;

/** Opens quarantines for merges. */
@Component
public class MergePlaces {

  private final Quarantines quarantines;
  private final Tickets tickets;

  MergePlaces(Quarantines quarantines, Tickets tickets) {
    this.quarantines = quarantines;
    this.tickets = tickets;
  }

  /** Opens a place with a ticket for the caller of that name. */
  public MergePlace open(long repositoryId, String caller) throws IOException {
    Ticket ticket =
        tickets.acquire(TicketRequest.of(Work.MERGE, Target.repository(repositoryId), caller));
    try {
      return new MergePlace(repositoryId, quarantines.create(repositoryId), ticket);
    } catch (IOException | RuntimeException e) {
      ticket.close();
      throw e;
    }
  }
}
