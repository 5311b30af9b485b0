package org.packhouse.lab.ledger;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;
import org.packhouse.lab.measure.JvmThreads;
import org.packhouse.lab.process.Command;

/**
 * Samples the Java code of running JVMs by the flight recorder: each millisecond of processor time
 * of a thread is one sample, whatever carries a virtual thread. Each sample is booked by its stack.
 */
public final class JavaSampling {

  private static final String NAME = "name=ledger";
  private static final String EVENT = "jdk.CPUTimeSample";

  /** A stack that is cut off does not tell who began it. */
  private static final String DEPTH = "stackdepth=1024";

  /** The name of the threads that carry virtual ones. */
  private static final String CARRIER = "ForkJoinPool-1-worker-1";

  private static final String SETTINGS =
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <configuration version="2.0">
        <event name="jdk.CPUTimeSample">
          <setting name="enabled">true</setting>
          <setting name="throttle">1 ms</setting>
          <setting name="stackTrace">true</setting>
        </event>
      </configuration>
      """;

  private final List<Long> processes;
  private final Path directory;
  private boolean configured;

  /**
   * Samples those JVMs.
   *
   * @param processes their numbers
   * @param directory for recordings, which are removed when they were read
   */
  public JavaSampling(List<Long> processes, Path directory) {
    this.processes = List.copyOf(processes);
    this.directory = directory;
  }

  /** Begins. */
  public void start() throws IOException {
    Path settings = Files.writeString(directory.resolve("ledger.jfc"), SETTINGS);
    for (Long pid : processes) {
      if (!configured) {
        tell(pid, "JFR.configure", DEPTH);
      }
      tell(pid, "JFR.start", NAME, "settings=" + settings);
    }
    configured = true;
  }

  /**
   * Ends it; processor time of Java code in milliseconds, by the account of its threads and then by
   * that of its stacks. What carries virtual threads counts with these.
   */
  public Map<String, Map<String, Double>> stop() throws IOException {
    Map<String, Map<String, Double>> millis = new TreeMap<>();
    for (Long pid : processes) {
      Path file = directory.resolve("ledger-" + pid + ".jfr");
      tell(pid, "JFR.stop", NAME, "filename=" + file);
      read(file, millis);
      Files.delete(file);
    }
    return millis;
  }

  private void tell(long pid, String... words) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "jcmd").toString());
    command.add(Long.toString(pid));
    command.addAll(List.of(words));
    Command.run(directory, Map.of(), command);
  }

  /** Adds what is in a recording. */
  static void read(Path file, Map<String, Map<String, Double>> millis) throws IOException {
    try (RecordingFile recording = new RecordingFile(file)) {
      while (recording.hasMoreEvents()) {
        RecordedEvent event = recording.readEvent();
        if (event.getEventType().getName().equals(EVENT)) {
          add(event, millis);
        }
      }
    }
  }

  private static void add(RecordedEvent event, Map<String, Map<String, Double>> millis) {
    RecordedThread thread = event.getThread("eventThread");
    String name = thread == null ? null : thread.getJavaName();
    String group =
        name == null || thread == null
            ? Account.ENDED
            : JvmThreads.group(thread.isVirtual() ? CARRIER : name);
    Duration weight = event.getDuration("samplingPeriod");
    millis
        .computeIfAbsent(Account.ofThread(group), _ -> new TreeMap<>())
        .merge(
            account(name, event.getStackTrace()),
            (double) weight.toNanos() / TimeUnit.MILLISECONDS.toNanos(1),
            Double::sum);
  }

  private static String account(@Nullable String name, @Nullable RecordedStackTrace stack) {
    if (name == null || stack == null) {
      return Account.UNATTRIBUTED;
    }
    List<String> classes =
        stack.getFrames().stream()
            .map(RecordedFrame::getMethod)
            .map(it -> it.getType().getName())
            .toList()
            .reversed();
    return StackAccounts.of(name, classes);
  }
}
