package org.packhouse.lab.load;

import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.immutables.value.Value;

/**
 * The figures of one kind of operation in one stage.
 *
 * @param name of the operation
 * @param done how many succeeded
 * @param within how many lay within the stage; one that ended after it counts by the part of its
 *     time that lay within
 * @param verified how many real git verified as well
 * @param bytesRead by clients
 * @param bytesWritten by clients
 * @param errors by kind
 * @param times response times of those that succeeded, in microseconds
 * @param processor processor time of the server for each of those that real git did not verify, in
 *     microseconds; empty unless one worker was alone with the server
 */
@Value.Builder
// The package of the histogram begins with a capital: the builder writes names in full.
@SuppressWarnings("immutables:incompat")
public record OperationFigures(
    String name,
    long done,
    double within,
    long verified,
    long bytesRead,
    long bytesWritten,
    Map<String, ErrorCount> errors,
    Histogram times,
    Histogram processor) {

  /**
   * Errors of one kind.
   *
   * @param example the message of the first
   */
  public record ErrorCount(long count, String example) {}

  /** How many failed. */
  public long failed() {
    return errors.values().stream().mapToLong(ErrorCount::count).sum();
  }

  /** These and those of another client machine. */
  public OperationFigures plus(OperationFigures other) {
    Histogram both = times.copy();
    both.add(other.times);
    Histogram cost = processor.copy();
    cost.add(other.processor);
    Map<String, ErrorCount> counts = new TreeMap<>(errors);
    other.errors.forEach((kind, more) ->
        counts.merge(kind, more, (a, b) -> new ErrorCount(a.count() + b.count(), a.example())));
    return new OperationFiguresBuilder()
        .name(name)
        .done(done + other.done)
        .within(within + other.within)
        .verified(verified + other.verified)
        .bytesRead(bytesRead + other.bytesRead)
        .bytesWritten(bytesWritten + other.bytesWritten)
        .errors(counts)
        .times(both)
        .processor(cost)
        .build();
  }
}
