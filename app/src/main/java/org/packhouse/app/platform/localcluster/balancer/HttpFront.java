package org.packhouse.app.platform.localcluster.balancer;

import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.handler.codec.http.HttpServerCodec;

final class HttpFront extends ChannelInitializer<Channel> {

  /** Bytes of the request line; nodes have stricter limits. */
  static final int MAX_LINE = 1 << 16;

  /** Bytes of all headers. */
  static final int MAX_HEADERS = 1 << 17;

  /** Bytes of a body passed on in one piece. */
  static final int MAX_CHUNK = 1 << 16;

  private final BackendConnector connector;

  HttpFront(BackendConnector connector) {
    this.connector = connector;
  }

  @Override
  protected void initChannel(Channel client) {
    client
        .pipeline()
        .addLast(new HttpServerCodec(MAX_LINE, MAX_HEADERS, MAX_CHUNK))
        .addLast(new HttpRelay(connector, client));
  }
}
