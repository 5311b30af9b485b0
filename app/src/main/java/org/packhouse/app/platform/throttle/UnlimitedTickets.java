package org.packhouse.app.platform.throttle;

import org.springframework.stereotype.Component;

/** Gives a ticket to everybody at once. */
@Component
class UnlimitedTickets implements Tickets {

  private static final Ticket TICKET = () -> {};

  @Override
  public Ticket acquire(String resource) {
    return TICKET;
  }
}
