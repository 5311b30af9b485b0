package org.packhouse.app.notice.webhook;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/** The requests that deliver events. */
public final class WebhookRequests {

  private WebhookRequests() {}

  /** Returns the headers without secrets. */
  public static Map<String, String> headers(String event, UUID requestId) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Content-Type", "application/json; charset=utf-8");
    headers.put("User-Agent", "Packhouse");
    headers.put("X-Event-Key", event);
    headers.put("X-Request-Id", requestId.toString());
    return headers;
  }
}
