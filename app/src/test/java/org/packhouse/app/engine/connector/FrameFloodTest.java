package org.packhouse.app.engine.connector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.packhouse.app.engine.connector.FramedPush.ACK;
import static org.packhouse.app.engine.connector.FramedPush.CONTINUATION;
import static org.packhouse.app.engine.connector.FramedPush.DATA;
import static org.packhouse.app.engine.connector.FramedPush.END_OF_HEADERS;
import static org.packhouse.app.engine.connector.FramedPush.END_OF_STREAM;
import static org.packhouse.app.engine.connector.FramedPush.GOAWAY;
import static org.packhouse.app.engine.connector.FramedPush.HEADERS;
import static org.packhouse.app.engine.connector.FramedPush.PADDED;
import static org.packhouse.app.engine.connector.FramedPush.PING;
import static org.packhouse.app.engine.connector.FramedPush.RST_STREAM;
import static org.packhouse.app.engine.connector.FramedPush.UNKNOWN;

import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.packhouse.app.engine.connector.FramedPush.Frame;
import org.packhouse.app.testing.TestingServer;

/** Frames of HTTP/2 that cost the server something and bring it nothing. */
class FrameFloodTest {

  private static final int TRIES = 100_000;
  private static final int BATCH = 50;
  private static final int FEW = 500;
  private static final byte[] NOTHING = new byte[0];
  private static final byte[] CANCEL = {0, 0, 0, 8};
  private static final byte[] STATUS = FramedPush.get("/status");
  private static final byte[] SIGN_IN = FramedPush.post("/j_atl_security_check");

  private final TestingServer server = TestingServer.shared();

  /** Step that a flood takes again and again. */
  private interface Step {
    void send(FramedPush connection, int number) throws IOException;
  }

  @Test
  void endAConnectionThatSendsEmptyData() throws Exception {
    assertThat(accepted(opened(), (c, i) -> c.send(DATA, 0, 1, NOTHING))).isLessThan(FEW);
  }

  @Test
  void endAConnectionThatSendsNothingButPadding() throws Exception {
    assertThat(accepted(opened(), (c, i) -> c.send(DATA, PADDED, 1, new byte[] {3, 0, 0, 0})))
        .isLessThan(FEW);
  }

  @Test
  void endAConnectionThatSendsUnknownFrames() throws Exception {
    assertThat(accepted(opened(), (c, i) -> c.send(UNKNOWN, 0, 0, new byte[100]))).isLessThan(FEW);
  }

  @Test
  void endAConnectionThatTakesItsRequestsBack() throws Exception {
    Step step =
        (c, i) -> {
          int stream = 2 * i + 3;
          c.send(HEADERS, END_OF_HEADERS, stream, SIGN_IN);
          c.send(DATA, 0, stream, NOTHING);
          c.send(RST_STREAM, 0, stream, CANCEL);
        };
    assertThat(accepted(opened(), step)).isLessThan(FEW);
  }

  @Test
  void endAConnectionWhoseHeadersAreInManyFrames() throws Exception {
    assertThat(accepted(FramedPush.stranger(server), (c, i) -> request(c, 2 * i + 1, NOTHING)))
        .isLessThan(FEW);
    byte[] field = FramedPush.field("x-long", "y".repeat(100));
    byte[] fields = new byte[20 * field.length];
    for (int i = 0; i < 20; i++) {
      System.arraycopy(field, 0, fields, i * field.length, field.length);
    }
    assertThat(accepted(FramedPush.stranger(server), (c, i) -> request(c, 2 * i + 1, fields)))
        .isLessThan(FEW);
  }

  private static void request(FramedPush connection, int stream, byte[] part) throws IOException {
    connection.send(HEADERS, END_OF_STREAM, stream, STATUS);
    for (int i = 0; i < BATCH; i++) {
      connection.send(CONTINUATION, 0, stream, part);
    }
    connection.send(CONTINUATION, END_OF_HEADERS, stream, part);
  }

  /** Whoever behaved well for long may not spend it all at once. */
  @Test
  void endAConnectionSoonThatWasServedOften() throws Exception {
    FramedPush connection = FramedPush.stranger(server);
    int served = 0;
    for (int i = 0; i < 2000; i++) {
      int stream = 2 * i + 1;
      connection.send(HEADERS, END_OF_HEADERS | END_OF_STREAM, stream, STATUS);
      Frame frame = connection.read();
      while (frame.stream() != stream || frame.type() != DATA) {
        assertThat(frame.type()).as(frame::text).isNotIn(RST_STREAM, GOAWAY);
        frame = connection.read();
      }
      served++;
    }
    assertThat(served).isEqualTo(2000);
    Step step =
        (c, i) -> {
          int stream = 4001 + 2 * i;
          c.send(HEADERS, END_OF_HEADERS, stream, SIGN_IN);
          c.send(RST_STREAM, 0, stream, CANCEL);
        };
    assertThat(accepted(connection, step)).isBetween(BATCH, 2 * FEW);
  }

  private FramedPush opened() throws IOException {
    FramedPush connection = FramedPush.stranger(server);
    connection.send(HEADERS, END_OF_HEADERS, 1, SIGN_IN);
    return connection;
  }

  /** How often a step was taken until the server ended the connection; others are served. */
  private int accepted(FramedPush connection, Step step) throws Exception {
    try (connection) {
      int taken = 0;
      while (taken < TRIES && goesOn(connection, step, taken)) {
        taken += BATCH;
        if (taken % (20 * BATCH) == BATCH) {
          assertServes();
        }
      }
      assertServes();
      return taken;
    }
  }

  private static boolean goesOn(FramedPush connection, Step step, int from) throws IOException {
    try {
      for (int i = from; i < from + BATCH; i++) {
        step.send(connection, i);
      }
      connection.send(PING, 0, 0, new byte[Long.BYTES]);
      Frame frame = connection.read();
      while (frame.type() != PING || frame.flags() != ACK) {
        if (frame.type() == GOAWAY) {
          return false;
        }
        frame = connection.read();
      }
      return true;
    } catch (EOFException | SocketException closed) {
      return false;
    }
  }

  private void assertServes() throws Exception {
    String url = server.httpUrl() + "/status";
    assertThat(
            Commands.run(List.of("curl", "--silent", "--http2-prior-knowledge", "-m", "30", url)))
        .isEqualTo("{\"state\":\"RUNNING\"}");
  }
}
