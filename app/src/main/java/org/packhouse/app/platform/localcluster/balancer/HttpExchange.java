package org.packhouse.app.platform.localcluster.balancer;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;

/** The progress of a request and its response. */
final class HttpExchange {

  private static final int MAX_TRIES = 3;

  private final HttpRequest request;
  private boolean keepAlive;
  private boolean bodySeen;
  private boolean requestEnded;
  private boolean responseBegun;
  private boolean responseEnded;
  private boolean nodeStays = true;
  private int tries;

  HttpExchange(HttpRequest request) {
    this.request = request;
    this.keepAlive = HttpUtil.isKeepAlive(request);
  }

  HttpRequest request() {
    return request;
  }

  /** Notes a part of the body that was passed on. */
  void body(boolean last, boolean empty) {
    bodySeen |= !empty;
    requestEnded |= last;
  }

  boolean isRequestEnded() {
    return requestEnded;
  }

  /** Adapts the head of a response from the node's connection to the client's. */
  void begin(HttpResponse response) {
    responseBegun = true;
    nodeStays = HttpUtil.isKeepAlive(response);
    keepAlive &= hasLength(response);
    response.headers().remove(HttpHeaderNames.CONNECTION).remove("Keep-Alive");
    HttpUtil.setKeepAlive(response, keepAlive);
  }

  private boolean hasLength(HttpResponse response) {
    return request.method().equals(HttpMethod.HEAD)
        || response.status().equals(HttpResponseStatus.NO_CONTENT)
        || response.status().equals(HttpResponseStatus.NOT_MODIFIED)
        || HttpUtil.isContentLengthSet(response)
        || HttpUtil.isTransferEncodingChunked(response);
  }

  boolean isResponseBegun() {
    return responseBegun;
  }

  void endResponse() {
    responseBegun = true;
    responseEnded = true;
  }

  boolean isResponseEnded() {
    return responseEnded;
  }

  boolean isOver() {
    return requestEnded && responseEnded;
  }

  /** Returns whether the node's connection can take another request. */
  boolean leavesNodeClean() {
    return nodeStays && requestEnded;
  }

  /** Returns whether the client's connection stays open. */
  boolean isKeepAlive() {
    return keepAlive;
  }

  /** Returns whether the request may go to another node, because it cannot have had an effect. */
  boolean mayBeRepeated() {
    boolean reads =
        request.method().equals(HttpMethod.GET) || request.method().equals(HttpMethod.HEAD);
    tries++;
    return reads && requestEnded && !bodySeen && !responseBegun && tries < MAX_TRIES;
  }
}
