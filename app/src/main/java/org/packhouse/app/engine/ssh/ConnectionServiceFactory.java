package org.packhouse.app.engine.ssh;

import io.netty.channel.EventLoopGroup;
import org.apache.sshd.common.FactoryManager;
import org.apache.sshd.common.io.IoAcceptor;
import org.apache.sshd.common.io.IoHandler;
import org.apache.sshd.netty.NettyIoServiceFactory;
import org.jspecify.annotations.Nullable;

final class ConnectionServiceFactory extends NettyIoServiceFactory {

  private final EventLoopGroup loops;
  private final InputMemory memory;
  private final ConnectionLimit limit;
  private final @Nullable TrustedProxies proxies;

  ConnectionServiceFactory(
      FactoryManager manager,
      EventLoopGroup loops,
      InputMemory memory,
      ConnectionLimit limit,
      @Nullable TrustedProxies proxies) {
    super(manager, loops);
    this.loops = loops;
    this.memory = memory;
    this.limit = limit;
    this.proxies = proxies;
  }

  @Override
  public IoAcceptor createAcceptor(IoHandler handler) {
    return new ConnectionAcceptor(this, loops, handler, memory, limit, proxies);
  }
}
