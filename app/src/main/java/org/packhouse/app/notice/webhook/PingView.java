package org.packhouse.app.notice.webhook;

/** The request of a test in the REST dialect, and what came of it. */
public record PingView(InvocationView.RequestView request, InvocationView.ResultView response) {}
