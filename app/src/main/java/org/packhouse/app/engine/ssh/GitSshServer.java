package org.packhouse.app.engine.ssh;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.sshd.common.FactoryManager;
import org.apache.sshd.common.channel.Channel;
import org.apache.sshd.common.channel.ChannelFactory;
import org.apache.sshd.common.global.KeepAliveHandler;
import org.apache.sshd.common.io.AbstractIoServiceFactoryFactory;
import org.apache.sshd.common.io.IoServiceFactory;
import org.apache.sshd.common.io.IoSession;
import org.apache.sshd.common.session.Session;
import org.apache.sshd.core.CoreModuleProperties;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.server.auth.pubkey.UserAuthPublicKeyFactory;
import org.apache.sshd.server.global.NoMoreSessionsHandler;
import org.apache.sshd.server.session.ServerSessionImpl;
import org.apache.sshd.server.session.ServerUserAuthServiceFactory;
import org.apache.sshd.server.session.SessionFactory;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.node.AccessLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/** Serves Git over SSH from the application's start to its stop. */
@Component
class GitSshServer implements SmartLifecycle {

  private static final Logger LOG = LoggerFactory.getLogger(GitSshServer.class);

  /** The phase of Boot's graceful shutdown of HTTP: both stop accepting at once. */
  private static final int PHASE = DEFAULT_PHASE - 1024;

  private static final String DRAIN_SETTING = "server.drain-timeout";

  private static final Duration DRAIN_DEFAULT = Duration.ofSeconds(30);

  /** Time in which commands that were cut off clean up. */
  private static final Duration FAREWELL = Duration.ofSeconds(5);

  /** The interval at which commands check whether their client takes output. */
  private static final long MILLIS_OF_WAKE = 1000;

  private static final long PACKET_SIZE = 64 << 10;

  /** Bytes that a client may send ahead, per command: 100 MB/s over a round trip of 80 ms. */
  private static final long WINDOW_SIZE = 8L << 20;

  private static final long MAX_PACKET_BYTES = 256 << 10;

  private final SshSettings settings;
  private final HostKeys hostKeys;
  private final KeyAuthentication authentication;
  private final GitCommands commands;
  private final AccessLog accessLog;
  private final SshPort port;
  private final Duration drain;
  private final RunningCommands running = new RunningCommands();
  private final SessionWatch watch;
  private final FailedConnectionLog failures = new FailedConnectionLog();
  private final ConnectionLimit limit;
  private volatile @Nullable Started started;

  private record Started(
      StoppableSshServer server, EventLoopGroup loops, List<ScheduledFuture<?>> watching) {}

  GitSshServer(
      SshSettings settings,
      HostKeys hostKeys,
      KeyAuthentication authentication,
      GitCommands commands,
      AccessLog accessLog,
      SshPort port,
      Environment environment) {
    this.settings = settings;
    this.hostKeys = hostKeys;
    this.authentication = authentication;
    this.commands = commands;
    this.accessLog = accessLog;
    this.port = port;
    this.drain = environment.getProperty(DRAIN_SETTING, Duration.class, DRAIN_DEFAULT);
    this.watch = new SessionWatch(settings, running);
    this.limit = new ConnectionLimit(settings.maxUnauthenticated());
  }

  int sessions() {
    return watch.signedIn();
  }

  int commands() {
    return running.all().size();
  }

  @Override
  public int getPhase() {
    return PHASE;
  }

  @Override
  public boolean isRunning() {
    return started != null;
  }

  @Override
  public void start() {
    if (!settings.enabled()) {
      return;
    }
    EventLoopGroup loops =
        new MultiThreadIoEventLoopGroup(
            Runtime.getRuntime().availableProcessors(), NioIoHandler.newFactory());
    try {
      StoppableSshServer server = server(loops);
      server.start();
      long often = Math.max(100, settings.keepAlive().toMillis() / 2);
      started =
          new Started(
              server,
              loops,
              List.of(
                  every(often, this::check, server), every(MILLIS_OF_WAKE, this::wake, server)));
      Integer proxyPort = settings.proxyPort();
      port.opened(proxyPort == null ? server.getPort() : proxyPort);
      Thread _ = Thread.ofPlatform().daemon().name("ssh-host-keys").start(this::completeHostKeys);
      LOG.info("Serving Git over SSH on port {}", server.getPort());
    } catch (IOException | GeneralSecurityException e) {
      shutDown(loops);
      throw new IllegalStateException(
          "Cannot serve Git over SSH on port " + settings.port() + ": " + e.getMessage(), e);
    }
  }

  private static ScheduledFuture<?> every(long millis, Runnable task, SshServer server) {
    return server
        .getScheduledExecutorService()
        .scheduleWithFixedDelay(task, millis, millis, TimeUnit.MILLISECONDS);
  }

  private void wake() {
    running.all().forEach(GitChannel::wake);
  }

  private void check() {
    watch.check();
    failures.tell();
  }

  private void completeHostKeys() {
    try {
      hostKeys.complete();
    } catch (IOException | GeneralSecurityException e) {
      if (started != null) {
        LOG.error(
            "The RSA host key could not be made; clients that know no other cannot connect", e);
      }
    }
  }

  private StoppableSshServer server(EventLoopGroup loops)
      throws IOException, GeneralSecurityException {
    CurvesOfBouncyCastle.register();
    StoppableSshServer server = StoppableSshServer.create();
    Algorithms.apply(settings, server);
    server.setHost(settings.address());
    server.setPort(settings.port());
    server.setKeyPairProvider(hostKeys.load());
    server.setIoServiceFactoryFactory(transport(loops));
    server.setUserAuthFactories(List.of(UserAuthPublicKeyFactory.INSTANCE));
    server.setPublickeyAuthenticator((user, publicKey, session) ->
        authentication.authenticate(user, publicKey, session) && watch.admits(session));
    server.setServiceFactories(
        List.of(
            ServerUserAuthServiceFactory.INSTANCE,
            GitConnectionService.factory(commands::isDraining)));
    server.setGlobalRequestHandlers(
        List.of(KeepAliveHandler.INSTANCE, NoMoreSessionsHandler.INSTANCE));
    server.setChannelFactories(List.of(channels()));
    server.setSessionFactory(sessions(server));
    server.addSessionListener(watch);
    server.addSessionListener(failures);
    limits(server);
    return server;
  }

  private void limits(SshServer server) {
    CoreModuleProperties.SERVER_IDENTIFICATION.set(server, "Packhouse");
    CoreModuleProperties.AUTH_TIMEOUT.set(server, settings.authTimeout());
    CoreModuleProperties.IDLE_TIMEOUT.set(server, settings.idleTimeout());
    CoreModuleProperties.WINDOW_SIZE.set(server, WINDOW_SIZE);
    CoreModuleProperties.MAX_PACKET_SIZE.set(server, PACKET_SIZE);
    CoreModuleProperties.LIMIT_PACKET_SIZE.set(server, MAX_PACKET_BYTES);
    CoreModuleProperties.IGNORE_MESSAGE_SIZE.set(server, 0);
  }

  private AbstractIoServiceFactoryFactory transport(EventLoopGroup loops) {
    InputMemory memory = new InputMemory(Runtime.getRuntime().maxMemory() / 4);
    TrustedProxies proxies =
        settings.proxyProtocol().enabled() ? new TrustedProxies(settings) : null;
    return new AbstractIoServiceFactoryFactory(null) {
      @Override
      public IoServiceFactory create(FactoryManager manager) {
        return new ConnectionServiceFactory(manager, loops, memory, limit, proxies);
      }
    };
  }

  private static SessionFactory sessions(SshServer server) {
    return new SessionFactory(server) {
      @Override
      protected ServerSessionImpl doCreateSession(IoSession connection) throws Exception {
        return new GitSession(getServer(), connection);
      }
    };
  }

  private ChannelFactory channels() {
    return new ChannelFactory() {
      @Override
      public String getName() {
        return GitChannel.TYPE;
      }

      @Override
      public Channel createChannel(Session session) {
        return new GitChannel(commands, accessLog, running, settings);
      }
    };
  }

  /** Runs once load balancers know, while everything that a command needs is still there. */
  @EventListener(ContextClosedEvent.class)
  @Order(Ordered.HIGHEST_PRECEDENCE + 1)
  void stopAccepting() {
    Started current = started;
    if (current != null) {
      current.server.stopAccepting();
    }
  }

  @Override
  public void stop(Runnable whenStopped) {
    Started current = started;
    if (current == null) {
      whenStopped.run();
      return;
    }
    stopAccepting();
    Thread.ofVirtual()
        .name("ssh-stop")
        .start(() -> {
          try {
            finishCommands();
          } finally {
            stop();
            whenStopped.run();
          }
        });
  }

  private void finishCommands() {
    try {
      if (!running.awaitNone(drain)) {
        LOG.warn("Commands that did not end in {} s are stopped: {}", drain.toSeconds(), running);
        running.all().forEach(command -> command.stop("The server is stopping"));
        running.awaitNone(FAREWELL);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void stop() {
    Started current = started;
    started = null;
    port.closed();
    if (current == null) {
      return;
    }
    current.watching.forEach(task -> task.cancel(false));
    current.server.close(true).addListener(closed -> shutDown(current.loops));
    current.loops.terminationFuture().awaitUninterruptibly(10, TimeUnit.SECONDS);
    // A stopped server must not write to the home.
    hostKeys.stopMaking();
  }

  private static void shutDown(EventLoopGroup loops) {
    Future<?> _ = loops.shutdownGracefully(0, 1, TimeUnit.SECONDS);
  }
}
