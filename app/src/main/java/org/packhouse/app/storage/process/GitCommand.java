package org.packhouse.app.storage.process;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/**
 * A native git command.
 *
 * @param directory the bare repository: {@code GIT_DIR} and working directory
 * @param arguments the subcommand and its arguments; untrusted ones must follow {@code
 *     --end-of-options} or {@code --}
 * @param settings {@code key=value}, passed by {@code -c}, beyond those of every command
 * @param environment variables beyond those of every command
 * @param nice whether it yields the CPU to the server: background and pack work
 */
public record GitCommand(
    Path directory,
    List<String> arguments,
    List<String> settings,
    Map<String, String> environment,
    boolean nice,
    Limits limits,
    Streams streams) {

  /**
   * The joining of streams.
   *
   * @param errorsInOutput whether standard error is merged into standard output
   * @param inputForHelpers whether input goes to descriptor {@value #HELPER_INPUT} for a helper
   *     started by git, not to git: a secret is then in no argument, environment or file
   * @param readsWhatItNeeds whether it may succeed without reading all input, because the protocol,
   *     the pack or an unneeded secret ends earlier
   */
  public record Streams(boolean errorsInOutput, boolean inputForHelpers, boolean readsWhatItNeeds) {

    public static final int HELPER_INPUT = 7;

    static final Streams PLAIN = new Streams(false, false, false);
  }

  /**
   * Limits beyond the settings', each null for none.
   *
   * @param idle null: the setting's
   * @param total null: the setting's
   * @param memory bytes per process, without mapped files
   * @param together bytes of the whole process tree, which is killed above it
   * @param fileSize of each file written
   */
  public record Limits(
      @Nullable Duration idle,
      @Nullable Duration total,
      @Nullable DataSize memory,
      @Nullable DataSize together,
      @Nullable DataSize fileSize) {

    static final Limits OF_SETTINGS = new Limits(null, null, null, null, null);
  }

  public GitCommand {
    arguments = List.copyOf(arguments);
    settings = List.copyOf(settings);
    environment = Map.copyOf(environment);
  }

  public static GitCommand in(Path directory, String... arguments) {
    return new GitCommand(
        directory,
        List.of(arguments),
        List.of(),
        Map.of(),
        false,
        Limits.OF_SETTINGS,
        Streams.PLAIN);
  }

  /** Appends arguments. */
  public GitCommand and(List<String> more) {
    List<String> all = new ArrayList<>(arguments);
    all.addAll(more);
    return new GitCommand(directory, all, settings, environment, nice, limits, streams);
  }

  /** Adds {@code -c key=value}. */
  public GitCommand with(String key, String value) {
    List<String> all = new ArrayList<>(settings);
    all.add(key + "=" + value);
    return new GitCommand(directory, arguments, all, environment, nice, limits, streams);
  }

  public GitCommand environment(String name, String value) {
    return environment(Map.of(name, value));
  }

  public GitCommand environment(Map<String, String> variables) {
    Map<String, String> all = new LinkedHashMap<>(environment);
    all.putAll(variables);
    return new GitCommand(directory, arguments, settings, all, nice, limits, streams);
  }

  public GitCommand niced() {
    return new GitCommand(directory, arguments, settings, environment, true, limits, streams);
  }

  public GitCommand limits(Duration idle, Duration total) {
    return limits(new Limits(idle, total, limits.memory(), limits.together(), limits.fileSize()));
  }

  private GitCommand limits(Limits others) {
    return new GitCommand(directory, arguments, settings, environment, nice, others, streams);
  }

  /** Limits memory per process; git reports exhaustion and exits. Null: no limit. */
  public GitCommand memory(@Nullable DataSize most) {
    return limits(
        new Limits(limits.idle(), limits.total(), most, limits.together(), limits.fileSize()));
  }

  /** Limits memory of the process tree, and of each process. */
  public GitCommand memoryOfAll(DataSize most) {
    return limits(new Limits(limits.idle(), limits.total(), most, most, limits.fileSize()));
  }

  /** Limits each file written; git is killed at the limit. */
  public GitCommand fileSize(DataSize most) {
    return limits(
        new Limits(limits.idle(), limits.total(), limits.memory(), limits.together(), most));
  }

  public GitCommand streams(Streams joined) {
    return new GitCommand(directory, arguments, settings, environment, nice, limits, joined);
  }

  /** Allows the command to succeed without reading all of its input, a failure for others. */
  public GitCommand readingWhatItNeeds() {
    return streams(new Streams(streams.errorsInOutput(), streams.inputForHelpers(), true));
  }

  String name() {
    return "git " + arguments.getFirst();
  }
}
