package org.packhouse.lab.load;

import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

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
 */
public record OperationFigures(
    String name,
    long done,
    double within,
    long verified,
    long bytesRead,
    long bytesWritten,
    Map<String, ErrorCount> errors,
    Histogram times) {

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
    Map<String, ErrorCount> counts = new TreeMap<>(errors);
    other.errors.forEach((kind, more) ->
        counts.merge(kind, more, (a, b) -> new ErrorCount(a.count() + b.count(), a.example())));
    return new OperationFigures(
        name,
        done + other.done,
        within + other.within,
        verified + other.verified,
        bytesRead + other.bytesRead,
        bytesWritten + other.bytesWritten,
        counts,
        both);
  }
}
