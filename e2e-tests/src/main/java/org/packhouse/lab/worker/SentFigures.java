package org.packhouse.lab.worker;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;
import org.packhouse.lab.load.OperationFigures;
import org.packhouse.lab.load.OperationFigures.ErrorCount;
import org.packhouse.lab.load.OperationFiguresBuilder;
import org.packhouse.lab.load.StageFigures;

/** Figures of a stage on their way to the lab. */
record SentFigures(
    List<SentOperation> operations,
    double seconds,
    long labProcessorNanos,
    @Nullable String failure) {

  private static final int DIGITS = 3;

  /**
   * Figures of an operation; its histogram is compressed and in Base64. There is none of the
   * server's processor time, of which clients elsewhere know nothing.
   */
  @Value.Builder
  record SentOperation(
      String name,
      long done,
      double within,
      long verified,
      long bytesRead,
      long bytesWritten,
      Map<String, ErrorCount> errors,
      String times) {}

  static SentFigures of(StageFigures figures) {
    return new SentFigures(
        figures.operations().stream().map(SentFigures::sent).toList(),
        figures.seconds(),
        figures.labProcessorNanos(),
        figures.failure());
  }

  StageFigures toFigures() throws IOException {
    List<OperationFigures> received = new ArrayList<>();
    for (SentOperation each : operations) {
      received.add(received(each));
    }
    return new StageFigures(List.copyOf(received), seconds, labProcessorNanos, failure);
  }

  private static SentOperation sent(OperationFigures figures) {
    ByteBuffer buffer = ByteBuffer.allocate(figures.times().getNeededByteBufferCapacity());
    int length = figures.times().encodeIntoCompressedByteBuffer(buffer);
    byte[] bytes = Arrays.copyOf(buffer.array(), length);
    return new SentOperationBuilder()
        .name(figures.name())
        .done(figures.done())
        .within(figures.within())
        .verified(figures.verified())
        .bytesRead(figures.bytesRead())
        .bytesWritten(figures.bytesWritten())
        .errors(figures.errors())
        .times(Base64.getEncoder().encodeToString(bytes))
        .build();
  }

  private static OperationFigures received(SentOperation sent) throws IOException {
    try {
      ByteBuffer buffer = ByteBuffer.wrap(Base64.getDecoder().decode(sent.times()));
      return new OperationFiguresBuilder()
          .name(sent.name())
          .done(sent.done())
          .within(sent.within())
          .verified(sent.verified())
          .bytesRead(sent.bytesRead())
          .bytesWritten(sent.bytesWritten())
          .errors(sent.errors())
          .times(Histogram.decodeFromCompressedByteBuffer(buffer, 0))
          .processor(new Histogram(DIGITS))
          .build();
    } catch (DataFormatException | RuntimeException e) {
      throw new IOException("its histogram of " + sent.name() + " is broken", e);
    }
  }
}
