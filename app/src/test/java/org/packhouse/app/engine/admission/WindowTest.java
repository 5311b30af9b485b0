package org.packhouse.app.engine.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.packhouse.app.engine.connector.FramedPush.ACK;
import static org.packhouse.app.engine.connector.FramedPush.DATA;
import static org.packhouse.app.engine.connector.FramedPush.FIRST_WINDOW;
import static org.packhouse.app.engine.connector.FramedPush.GOAWAY;
import static org.packhouse.app.engine.connector.FramedPush.HEADERS;
import static org.packhouse.app.engine.connector.FramedPush.PING;
import static org.packhouse.app.engine.connector.FramedPush.RST_STREAM;
import static org.packhouse.app.engine.connector.FramedPush.SETTINGS;
import static org.packhouse.app.engine.connector.FramedPush.WINDOW_UPDATE;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import org.apache.coyote.http2.Http2Internals;
import org.junit.jupiter.api.Test;
import org.packhouse.app.engine.connector.ConnectorConfiguration;
import org.packhouse.app.engine.connector.FramedPush;
import org.packhouse.app.engine.connector.FramedPush.Frame;
import org.packhouse.app.platform.node.NodeStatus;
import org.packhouse.app.testing.FreePort;
import org.packhouse.app.testing.TestingServer;
import org.slf4j.LoggerFactory;
import org.springframework.boot.ssl.SslBundles;

/** Frames of an HTTP/2 connection that tell a client how much it may send. */
class WindowTest {

  private static final int OURS = 8 * 1024 * 1024;
  private static final int FRAME = 15_000;
  private static final int SMALL_FRAME = 10;

  /** All that fits into the first window in such frames. */
  private static final int SENT = FIRST_WINDOW / FRAME * FRAME;

  /** Tomcat keeps small amounts of room to itself until there is more. */
  private static final int TOLD_LATER = 2 * 1024;

  private final TestingServer server = TestingServer.shared();

  @Test
  void isWideForThePushOfAClientThatHasSignedIn() throws IOException {
    try (FramedPush push = new FramedPush(server)) {
      send(push, 0, SENT);
      long connection = FIRST_WINDOW;
      long stream = FIRST_WINDOW;
      while (connection < OURS || stream < OURS) {
        Frame frame = push.read();
        if (frame.type() == SETTINGS && frame.flags() != ACK) {
          assertThat(FramedPush.initialWindow(frame))
              .as("What strangers may send")
              .isEqualTo(FIRST_WINDOW);
        } else if (frame.type() == WINDOW_UPDATE && frame.stream() == 0) {
          connection += frame.number(0);
        } else if (frame.type() == WINDOW_UPDATE) {
          stream += frame.number(0);
        } else {
          assertThat(frame.type()).as(frame::text).isNotIn(DATA, HEADERS, RST_STREAM, GOAWAY);
        }
      }
    }
  }

  /** What a client does that sends at once what the server has just read of its window. */
  @Test
  void letsAPushComeInSmallFrames() throws IOException {
    try (FramedPush push = new FramedPush(server)) {
      byte[] content = FramedPush.content();
      for (int start = 0; start < 200 * SMALL_FRAME; start += SMALL_FRAME) {
        push.send(DATA, 0, 1, Arrays.copyOfRange(content, start, start + SMALL_FRAME));
        push.send(PING, 0, 0, new byte[Long.BYTES]);
        awaitWord(push);
      }
    }
  }

  @Test
  void staysAsItIsWhereTomcatHasMovedAField() throws IOException {
    try (TestingServer other =
            TestingServer.builder()
                .withPiece("http2Internals", new Http2Internals(MovedBuffer.class.getName()))
                .with("server.additional-connector.1.port", Integer.toString(FreePort.next()))
                .start();
        FramedPush push = new FramedPush(other)) {
      // A window is widened after a read: what the next read frees comes after that.
      send(push, 0, SENT - FRAME);
      long freed = awaitRoom(push, 0, SENT - FRAME);
      send(push, SENT - FRAME, SENT);
      freed = awaitRoom(push, freed, SENT);
      assertThat(freed).as("Room for what was read, and no more").isLessThanOrEqualTo(SENT);
    }
  }

  /** Without the start of a server, which may take all appenders away. */
  @Test
  void isSaidToStayAsItIs() {
    Http2Internals internals = new Http2Internals(MovedBuffer.class.getName());
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    log.start();
    Logger logger = (Logger) LoggerFactory.getLogger(ConnectorConfiguration.class);
    logger.addAppender(log);
    try {
      assertThat(
              new ConnectorConfiguration(
                  server.get(HttpSettings.class),
                  server.get(HttpSettings.ProxySettings.class),
                  server.get(HttpSettings.TimeoutSettings.class),
                  server.get(Exchanges.class),
                  server.get(SslBundles.class),
                  server.get(NodeStatus.class),
                  Optional.of(internals)))
          .isNotNull();
    } finally {
      logger.detachAppender(log);
    }
    assertThat(log.list)
        .singleElement()
        .asString()
        .contains("64 KB", "byte[] outBuffer in " + MovedBuffer.class.getName());
  }

  /** The body of a stream in a Tomcat to come. */
  @SuppressWarnings("unused")
  private static final class MovedBuffer {
    private volatile ByteBuffer inBuffer = ByteBuffer.allocate(0);
  }

  private static void send(FramedPush push, int from, int to) throws IOException {
    byte[] content = FramedPush.content();
    for (int start = from; start < to; start += FRAME) {
      push.send(DATA, 0, 1, Arrays.copyOfRange(content, start, start + FRAME));
    }
  }

  /** Reads until the stream has got its room back, but for what Tomcat tells later. */
  private static long awaitRoom(FramedPush push, long before, int sent) throws IOException {
    long freed = before;
    while (freed < sent - TOLD_LATER) {
      Frame frame = push.read();
      if (frame.type() == WINDOW_UPDATE && frame.stream() != 0) {
        freed += frame.number(0);
      } else {
        assertThat(frame.type()).as(frame::text).isNotIn(DATA, HEADERS, RST_STREAM, GOAWAY);
      }
    }
    return freed;
  }

  private static void awaitWord(FramedPush push) throws IOException {
    Frame frame = push.read();
    while (frame.type() != PING || frame.flags() != ACK) {
      assertThat(frame.type()).as(frame::text).isNotIn(RST_STREAM, GOAWAY);
      frame = push.read();
    }
  }
}
