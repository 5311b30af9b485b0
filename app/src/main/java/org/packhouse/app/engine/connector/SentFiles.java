package org.packhouse.app.engine.connector;

import java.util.Iterator;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.tomcat.util.net.NioEndpoint.NioSocketWrapper;
import org.apache.tomcat.util.net.NioEndpoint.SendfileData;
import org.packhouse.app.engine.admission.ResponsePace;
import org.packhouse.scmcache.ResponseFile;

/** Files that Tomcat sends by itself, without a word when it is done: connections are polled. */
final class SentFiles implements AutoCloseable {

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
      if (!one.isOver() && one.pace().isTooSlow(slowest, true, one.data().pos, System.nanoTime())) {
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
