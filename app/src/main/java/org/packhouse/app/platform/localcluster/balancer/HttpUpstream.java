package org.packhouse.app.platform.localcluster.balancer;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpObject;

/** The node's end of an {@link HttpRelay}. */
final class HttpUpstream extends ChannelInitializer<Channel> {

  private final HttpRelay relay;

  HttpUpstream(HttpRelay relay) {
    this.relay = relay;
  }

  @Override
  protected void initChannel(Channel node) {
    node.pipeline()
        .addLast(
            new HttpClientCodec(HttpFront.MAX_LINE, HttpFront.MAX_HEADERS, HttpFront.MAX_CHUNK))
        .addLast(new UpstreamHandler());
  }

  private final class UpstreamHandler extends ChannelInboundHandlerAdapter {

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      relay.onMessage(context.channel(), (HttpObject) message);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
      relay.flush();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
      relay.nodeWritabilityChanged();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      relay.onClosed(context.channel());
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      var _ = context.close();
    }
  }
}
