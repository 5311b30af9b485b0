package org.packhouse.app.engine.connector;

import java.time.Duration;
import java.util.Iterator;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.coyote.Adapter;
import org.apache.coyote.Processor;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.NioEndpoint.NioSocketWrapper;
import org.apache.tomcat.util.net.NioEndpoint.SendfileData;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.engine.admission.Exchanges;
import org.packhouse.app.engine.admission.ResponsePace;
import org.packhouse.scmcache.ResponseFile;

/** Tomcat's HTTP connector with {@link ExchangeAdapter} in front of everything that it serves. */
public final class HttpProtocol extends Http11NioProtocol {

  private static final long SWEEP_SECONDS = 1;

  private final CountingEndpoint endpoint;
  private final SentFiles sentFiles = new SentFiles();
  private ResponsePace pace = new ResponsePace(Duration.ofMinutes(5));
  private BooleanSupplier draining = () -> false;
  private @Nullable Exchanges exchanges;
  private @Nullable OpenConnections connections;
  private @Nullable Future<?> sweep;

  /** For Tomcat, which creates it by name. */
  public HttpProtocol() {
    this(new CountingEndpoint());
  }

  private HttpProtocol(CountingEndpoint endpoint) {
    super(endpoint);
    this.endpoint = endpoint;
  }

  void connections(OpenConnections register) {
    connections = register;
    endpoint.register(register);
  }

  /** Asks whether clients are to connect elsewhere next time. */
  void draining(BooleanSupplier asked) {
    draining = asked;
  }

  /** Returns 1 while draining: Tomcat then says {@code Connection: close} in each response. */
  @Override
  public int getMaxKeepAliveRequests() {
    return draining.getAsBoolean() ? 1 : super.getMaxKeepAliveRequests();
  }

  @Nullable OpenConnection connection(SocketWrapperBase<?> socket) {
    OpenConnections all = connections;
    return all != null && socket.getSocket() instanceof NioChannel channel
        ? all.of(channel.getIOChannel())
        : null;
  }

  void exchanges(Exchanges register) {
    exchanges = register;
  }

  void pace(ResponsePace slowest) {
    pace = slowest;
  }

  @Override
  public void setAdapter(Adapter adapter) {
    if (exchanges == null) {
      throw new IllegalStateException("The connector has no register of exchanges");
    }
    super.setAdapter(new ExchangeAdapter(adapter, exchanges));
  }

  @Override
  protected Processor createProcessor() {
    return new Http1(
        this, new TransportAdapter(TransportAdapter.behind(getAdapter())), sentFiles, pace.over());
  }

  @Override
  public void start() throws Exception {
    super.start();
    sweep =
        getUtilityExecutor()
            .scheduleWithFixedDelay(this::sweep, SWEEP_SECONDS, SWEEP_SECONDS, TimeUnit.SECONDS);
  }

  private void sweep() {
    sentFiles.sweep(pace);
    OpenConnections all = connections;
    if (all != null) {
      all.late(System.nanoTime()).forEach(endpoint::close);
    }
  }

  @Override
  public void stop() throws Exception {
    Future<?> sweeping = sweep;
    if (sweeping != null) {
      sweeping.cancel(false);
    }
    super.stop();
    sentFiles.close();
  }

  /** Closes the server socket; Tomcat's own way drops those that wait to be accepted. */
  void stopAccepting() {
    endpoint.closeServerSocket();
    closeServerSocketGraceful();
  }

  SentFiles files() {
    return sentFiles;
  }

  int sendingFiles() {
    int sending = 0;
    for (SocketWrapperBase<?> connection : getEndpoint().getConnections()) {
      if (connection instanceof NioSocketWrapper nio && nio.getSendfileData() != null) {
        sending++;
      }
    }
    return sending;
  }

  /** Files that Tomcat sends by itself, without a word when it is done: connections are polled. */
  static final class SentFiles implements AutoCloseable {

    private record Sending(
        NioSocketWrapper connection,
        SendfileData data,
        ResponseFile file,
        ResponsePace.Measure pace) {
      boolean isOver() {
        return connection.isClosed() || !data.equals(connection.getSendfileData());
      }
    }

    private final Queue<Sending> sending = new ConcurrentLinkedQueue<>();

    void add(NioSocketWrapper connection, SendfileData data, ResponseFile file) {
      sending.add(new Sending(connection, data, file, new ResponsePace.Measure()));
    }

    /** Closes files that are sent or whose client is gone, and cuts off slow readers. */
    void sweep(ResponsePace slowest) {
      for (Iterator<Sending> all = sending.iterator(); all.hasNext(); ) {
        Sending one = all.next();
        if (!one.isOver()
            && one.pace().isTooSlow(slowest, true, one.data().pos, System.nanoTime())) {
          one.connection().close();
        }
        if (one.isOver()) {
          all.remove();
          one.file().close();
        }
      }
    }

    int count() {
      return sending.size();
    }

    @Override
    public void close() {
      for (Sending one = sending.poll(); one != null; one = sending.poll()) {
        one.file().close();
      }
    }
  }
}
