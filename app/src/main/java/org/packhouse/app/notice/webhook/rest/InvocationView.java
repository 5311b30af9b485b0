package org.packhouse.app.notice.webhook.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.notice.webhook.Delivery;
import org.packhouse.app.notice.webhook.Delivery.Attempt;
import org.packhouse.app.notice.webhook.Delivery.Response;
import org.packhouse.app.notice.webhook.Delivery.State;
import org.packhouse.app.notice.webhook.Webhook;
import org.packhouse.app.notice.webhook.WebhookRequests;

/** A delivery in the REST dialect; times are milliseconds since 1970. */
public record InvocationView(
    long id,
    String event,
    ScopeView eventScope,
    @JsonUnwrapped TimesView times,
    int attempts,
    RequestView request,
    ResultView result) {

  public record ScopeView(String id, String type) {}

  public record TimesView(long start, long finish, int duration) {}

  /** A request without headers that hold secrets. */
  public record RequestView(String method, String url, Map<String, String> headers, String body) {
    static RequestView of(String url, String event, UUID id, String body) {
      return new RequestView("POST", url, WebhookRequests.headers(event, id), body);
    }
  }

  /** The outcome, the name of a {@link State}, and the status, or why there is none. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record ResultView(
      String outcome,
      String description,
      @Nullable Integer statusCode,
      @Nullable Map<String, String> headers,
      @Nullable String body) {
    static ResultView of(State state, @Nullable Attempt attempt) {
      Response response = attempt == null ? null : attempt.response();
      if (response != null) {
        return new ResultView(
            state.name(),
            Integer.toString(response.status()),
            response.status(),
            headers(response),
            response.body());
      }
      String error = attempt == null ? null : attempt.error();
      return new ResultView(state.name(), error == null ? "It waits." : error, null, null, null);
    }

    private static Map<String, String> headers(Response response) {
      Map<String, String> headers = new LinkedHashMap<>();
      response
          .headers()
          .lines()
          .map(line -> line.split(":", 2))
          .filter(parts -> parts.length == 2)
          .forEach(
              parts -> headers.merge(parts[0].strip(), parts[1].strip(), (a, b) -> a + ", " + b));
      return headers;
    }
  }

  public static InvocationView of(Webhook webhook, Delivery delivery) {
    Attempt last = delivery.progress().last();
    long end = (last == null ? delivery.created() : last.tried()).toEpochMilli();
    int millis = last == null ? 0 : last.millis();
    return new InvocationView(
        delivery.id(),
        delivery.event(),
        new ScopeView(
            Long.toString(webhook.resource().id()),
            webhook.resource() instanceof ProjectId ? "project" : "repository"),
        new TimesView(end - millis, end, millis),
        delivery.progress().attempts(),
        RequestView.of(
            webhook.target().url(), delivery.event(), delivery.requestId(), delivery.body()),
        ResultView.of(delivery.progress().state(), last));
  }
}
