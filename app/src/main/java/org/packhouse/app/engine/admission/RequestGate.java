package org.packhouse.app.engine.admission;

import jakarta.servlet.ServletException;
import java.io.IOException;
import java.time.Duration;
import org.apache.catalina.connector.ClientAbortException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.password.ClientNetwork;
import org.packhouse.app.platform.database.FairSemaphore;
import org.packhouse.app.platform.database.InterruptibleWork;

/**
 * Admits as many requests as the server can hold, and lets as many work at a time as its processors
 * can: the others wait, one network after the other, before they ask the database for anything. A
 * request that works for longer than {@link #MOMENT} waits for something else, such as a slow
 * client or native git, and lets the next begin.
 */
public final class RequestGate extends ValveBase {

  private static final Duration LATER = Duration.ofSeconds(1);

  private static final int PER_PROCESSOR = 8;
  private static final Duration MOMENT = Duration.ofMillis(500);
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final FairSemaphore turns =
      new FairSemaphore(PER_PROCESSOR * Runtime.getRuntime().availableProcessors(), MOMENT);
  private final Exchanges exchanges;
  private final RefusalReport refusals;

  public RequestGate(Exchanges exchanges, RefusalReport refusals) {
    super(true);
    this.exchanges = exchanges;
    this.refusals = refusals;
  }

  @Override
  public void invoke(Request request, Response response) throws IOException, ServletException {
    Exchange exchange = Exchange.of(request);
    String address = request.getRemoteAddr();
    // A socket that was reset has no remote address any more.
    if (exchange.isCalledOff() || address == null) {
      throw calledOff();
    }
    String network = ClientNetwork.of(address);
    FairSemaphore.Permit turn = exchanges.admit(exchange, network) ? turn(exchange, network) : null;
    if (turn == null) {
      refusals.refuse(
          request,
          response,
          "The server is too busy to serve this now. Try again in a moment.",
          LATER);
      return;
    }
    exchange.begins(turn);
    try {
      getNext().invoke(request, response);
    } finally {
      turn.close();
    }
  }

  private FairSemaphore.@Nullable Permit turn(Exchange exchange, String network)
      throws IOException {
    InterruptibleWork work = exchange.work();
    work.origin(network);
    FairSemaphore.Permit turn = null;
    if (work.enterLine()) {
      try {
        turn = turns.acquire(network, PATIENCE);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    if (work.leaveLine()) {
      if (turn != null) {
        turn.close();
      }
      throw calledOff();
    }
    return turn;
  }

  private static ClientAbortException calledOff() {
    return new ClientAbortException("The request was called off before it began");
  }
}
