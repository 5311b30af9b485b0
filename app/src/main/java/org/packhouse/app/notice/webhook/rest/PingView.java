package org.packhouse.app.notice.webhook.rest;

import org.packhouse.app.notice.webhook.Pings.Ping;

/** The request and the outcome of a test delivery in the REST dialect. */
public record PingView(InvocationView.RequestView request, InvocationView.ResultView response) {

  public static PingView of(Ping ping) {
    return new PingView(
        InvocationView.RequestView.of(ping.url(), ping.event(), ping.requestId(), ping.body()),
        InvocationView.ResultView.of(ping.state(), ping.attempt()));
  }
}
