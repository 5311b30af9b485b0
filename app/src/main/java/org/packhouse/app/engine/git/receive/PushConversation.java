package org.packhouse.app.engine.git.receive;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Pattern;
import org.packhouse.app.engine.git.PktLineWriter;

/**
 * The server's side of a push: sentences on side band 2, which git shows as {@code remote:} lines,
 * and the report on band 1. Without side bands there is the report alone.
 */
final class PushConversation {

  private static final int REPORT_BAND = 1;
  private static final int MESSAGE_BAND = 2;
  private static final int ERROR_BAND = 3;
  private static final int MAX_BAND_LENGTH = 65515;

  private static final Pattern STEERING = Pattern.compile("\\p{Cntrl}");

  private final OutputStream out;
  private final PktLineWriter packets;
  private final boolean bands;
  private final ReentrantLock writing = new ReentrantLock();
  private boolean reported;

  PushConversation(OutputStream out, ReceiveRequest request) {
    this(out, request.has(ReceiveRequest.BANDS));
  }

  PushConversation(OutputStream out, boolean bands) {
    this.out = out;
    this.packets = new PktLineWriter(out);
    this.bands = bands;
  }

  /** Sends a line to the user's terminal, without control characters. */
  void say(String line) throws IOException {
    say(List.of(line));
  }

  /** Sends lines to the user's terminal in one side-band packet. */
  void say(List<String> lines) throws IOException {
    if (!lines.isEmpty()) {
      send(MESSAGE_BAND, text(lines));
    }
  }

  /** Sends lines together with the report, which must come next. */
  void sayBeforeReport(List<String> lines) throws IOException {
    alone(() -> {
      if (bands && !reported && !lines.isEmpty()) {
        sendBand(MESSAGE_BAND, text(lines));
      }
    });
  }

  @FunctionalInterface
  private interface Writing {
    void run() throws IOException;
  }

  private void alone(Writing work) throws IOException {
    writing.lock();
    try {
      work.run();
    } finally {
      writing.unlock();
    }
  }

  private static byte[] text(List<String> lines) {
    StringBuilder text = new StringBuilder();
    for (String line : lines) {
      text.append(STEERING.matcher(line).replaceAll("?")).append('\n');
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Shows the client, and every proxy between, that the server is at work. */
  void keepAlive() throws IOException {
    send(REPORT_BAND, new byte[0]);
  }

  private void send(int band, byte[] bytes) throws IOException {
    alone(() -> {
      if (bands && !reported) {
        sendBand(band, bytes);
        packets.send();
      }
    });
  }

  private void sendBand(int band, byte[] bytes) throws IOException {
    int offset = 0;
    do {
      int count = Math.min(bytes.length - offset, MAX_BAND_LENGTH);
      byte[] payload = new byte[count + 1];
      payload[0] = (byte) band;
      System.arraycopy(bytes, offset, payload, 1, count);
      packets.data(payload);
      offset += count;
    } while (offset < bytes.length);
  }

  /** Reports every command as the last message; {@code unpack} is {@code ok} or the refusal. */
  void report(ReceiveRequest request, String unpack) throws IOException {
    alone(() -> {
      reported = true;
      if (request.wantsReport()) {
        byte[] report = reportBytes(request, unpack);
        if (bands) {
          sendBand(REPORT_BAND, report);
        } else {
          packets.drain();
          out.write(report);
        }
      }
      if (bands) {
        packets.flush();
      }
      packets.send();
    });
  }

  /**
   * Ends without a report, when the outcome is unknown: git then says that the remote failed, where
   * any report but "ok" would say that it rejected.
   */
  void endWithoutReport(String sentence) throws IOException {
    alone(() -> {
      if (bands && !reported) {
        sendBand(ERROR_BAND, text(List.of(sentence)));
      }
      reported = true;
      packets.send();
    });
  }

  private static byte[] reportBytes(ReceiveRequest request, String unpack) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PktLineWriter report = new PktLineWriter(bytes);
    report.text("unpack " + unpack);
    for (ReceiveCommand command : request.commands()) {
      String refusal = command.refusal();
      report.text(refusal == null ? "ok " + command.ref() : "ng " + command.ref() + " " + refusal);
    }
    report.flush();
    report.drain();
    return bytes.toByteArray();
  }
}
