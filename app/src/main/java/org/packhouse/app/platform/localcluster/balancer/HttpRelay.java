package org.packhouse.app.platform.localcluster.balancer;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Relays the requests of a client's connection in order, each to a node in rotation. A node that
 * leaves the rotation finishes its request; the next request goes elsewhere, unseen by the client.
 * A read request is repeated if its node fails before any response.
 *
 * <p>Both connections share an event loop, so no locks are needed.
 */
final class HttpRelay extends ChannelInboundHandlerAdapter {

  private static final int MAX_WAITING = 16;

  private final BackendConnector connector;
  private final Channel client;
  private final Deque<HttpObject> waiting = new ArrayDeque<>();
  private @Nullable Upstream upstream;
  private @Nullable HttpExchange exchange;
  private boolean connecting;

  HttpRelay(BackendConnector connector, Channel client) {
    this.connector = connector;
    this.client = client;
  }

  private record Upstream(Backend backend, Channel channel) {

    boolean isUsable() {
      return backend.inRotation() && channel.isActive();
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    waiting.add((HttpObject) message);
    pass();
  }

  private void pass() {
    while (!waiting.isEmpty() && !connecting && passNext()) {
      // Continue with the next message.
    }
    Upstream node = upstream;
    if (node != null) {
      node.channel().flush();
    }
    client
        .config()
        .setAutoRead(waiting.size() < MAX_WAITING && (node == null || node.channel().isWritable()));
  }

  /** Relays the first message in line; returns false if it has to wait. */
  private boolean passNext() {
    HttpExchange current = exchange;
    HttpObject next = waiting.element();
    if (next.decoderResult().isFailure()) {
      drop();
      refuse(HttpResponseStatus.BAD_REQUEST, "This is not HTTP.");
      return false;
    }
    if (current != null && next instanceof HttpRequest) {
      return false;
    }
    waiting.remove();
    if (next instanceof HttpRequest request) {
      begin(request);
    } else if (current != null && next instanceof HttpContent content) {
      goOn(current, content);
    } else {
      ReferenceCountUtil.release(next);
    }
    return true;
  }

  private void begin(HttpRequest request) {
    HttpExchange begun = new HttpExchange(request);
    exchange = begun;
    ForwardedHeaders.write(
        request,
        (InetSocketAddress) client.remoteAddress(),
        (InetSocketAddress) client.localAddress());
    Upstream node = upstream;
    if (node != null && node.isUsable()) {
      var _ = node.channel().write(request);
    } else {
      connect(begun);
    }
  }

  private void goOn(HttpExchange current, HttpContent content) {
    boolean last = content instanceof LastHttpContent;
    current.body(last, !content.content().isReadable());
    Upstream node = upstream;
    if (node == null || current.isResponseEnded()) {
      content.release();
    } else {
      var _ = node.channel().write(content);
    }
    if (last) {
      finishIfOver(current);
    }
  }

  private void connect(HttpExchange current) {
    leave();
    connecting = true;
    connector.connect(
        client,
        RepositoryAffinity.repository(current.request().uri()),
        new HttpUpstream(this),
        new BackendConnector.Waiting() {
          @Override
          public void connected(Backend backend, Channel node) {
            connecting = false;
            if (!client.isActive()) {
              var _ = node.close();
              return;
            }
            upstream = new Upstream(backend, node);
            var _ = node.write(current.request());
            if (current.isRequestEnded()) {
              var _ = node.write(LastHttpContent.EMPTY_LAST_CONTENT);
            }
            pass();
          }

          @Override
          public void refused() {
            connecting = false;
            refuse(
                HttpResponseStatus.SERVICE_UNAVAILABLE,
                "No node of this cluster takes requests now.");
            pass();
          }
        });
  }

  /** Closes the node's connection and ignores what it still sends. */
  private void leave() {
    Upstream node = upstream;
    upstream = null;
    if (node != null) {
      var _ = node.channel().close();
    }
  }

  /** Relays a message of the node. */
  void onMessage(Channel from, HttpObject message) {
    HttpExchange current = exchange;
    if (!isNode(from)
        || current == null
        || current.isResponseEnded()
        || message.decoderResult().isFailure()) {
      ReferenceCountUtil.release(message);
      var _ = from.close();
      return;
    }
    if (message instanceof HttpResponse response && !isInterim(response)) {
      current.begin(response);
    }
    boolean ends = message instanceof LastHttpContent && current.isResponseBegun();
    var _ = client.write(message);
    if (ends) {
      current.endResponse();
      if (!current.leavesNodeClean()) {
        leave();
      }
      finishIfOver(current);
    }
  }

  private boolean isNode(Channel channel) {
    Upstream node = upstream;
    return node != null && node.channel().equals(channel);
  }

  private static boolean isInterim(HttpResponse response) {
    return response.status().codeClass() == HttpStatusClass.INFORMATIONAL;
  }

  private void finishIfOver(HttpExchange current) {
    if (current.isOver() && exchange == current) {
      exchange = null;
      if (current.isKeepAlive()) {
        client.flush();
        client.eventLoop().execute(this::pass);
      } else {
        client.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
      }
    }
  }

  /** Handles the end of the node's connection. */
  void onClosed(Channel from) {
    if (!isNode(from)) {
      return;
    }
    upstream = null;
    HttpExchange current = exchange;
    if (current == null || current.isResponseEnded()) {
      return;
    }
    if (current.isResponseBegun()) {
      var _ = client.close();
    } else if (current.mayBeRepeated()) {
      connect(current);
    } else {
      refuse(HttpResponseStatus.BAD_GATEWAY, "The node went away with this request.");
    }
  }

  private void refuse(HttpResponseStatus status, String sentence) {
    FullHttpResponse response =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1, status, Unpooled.copiedBuffer(sentence + "\n", UTF_8));
    response.headers().set(HttpHeaderNames.CONTENT_TYPE, "text/plain;charset=UTF-8");
    HttpUtil.setContentLength(response, response.content().readableBytes());
    HttpExchange current = exchange;
    if (current == null || status.equals(HttpResponseStatus.BAD_REQUEST)) {
      HttpUtil.setKeepAlive(response, false);
      client.writeAndFlush(response).addListener(ChannelFutureListener.CLOSE);
      return;
    }
    current.begin(response);
    current.endResponse();
    var _ = client.writeAndFlush(response);
    finishIfOver(current);
  }

  /** Reads from the node only as fast as the client accepts. */
  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    Upstream node = upstream;
    if (node != null) {
      node.channel().config().setAutoRead(client.isWritable());
    }
  }

  /** Reads from the client only as fast as the node accepts. */
  void nodeWritabilityChanged() {
    pass();
  }

  void flush() {
    client.flush();
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    leave();
    drop();
  }

  private void drop() {
    waiting.forEach(ReferenceCountUtil::release);
    waiting.clear();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    var _ = context.close();
  }
}
