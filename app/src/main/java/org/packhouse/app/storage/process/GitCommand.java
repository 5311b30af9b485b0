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
 * A native git command to run on a repository.
 *
 * @param directory the bare repository: {@code GIT_DIR} and working directory
 * @param arguments the subcommand and what follows it; whatever comes from outside must follow
 *     {@code --end-of-options} or {@code --}
 * @param settings {@code key=value}, given by {@code -c} in addition to those that every command
 *     gets
 * @param environment variables in addition to those that every command gets
 * @param nice whether it yields the processor to the server: background and pack work
 * @param limits what it may take
 * @param streams how its streams are joined
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
   * The way in which the streams of a command are joined.
   *
   * @param errorsInOutput whether standard error comes out of standard output, each line where it
   *     was written
   * @param inputForHelpers whether what is sent to it is no standard input of git's, but waits at
   *     descriptor {@value #HELPER_INPUT} for the one program, started by git, that reads it: a
   *     secret that gets there is in no argument, no environment and no file
   * @param readsWhatItNeeds whether it may end well without having read all that it was given: a
   *     conversation that ends by its protocol, a pack that ends with its checksum, a secret that
   *     nobody asked for
   */
  public record Streams(boolean errorsInOutput, boolean inputForHelpers, boolean readsWhatItNeeds) {

    /** The descriptor that helpers read. */
    public static final int HELPER_INPUT = 7;

    /** Three streams, as git has them. */
    static final Streams PLAIN = new Streams(false, false, false);
  }

  /**
   * Limits of a command.
   *
   * @param idle null: the setting's
   * @param total null: the setting's
   * @param memory bytes of its own memory, mapped files not counted, and of each process that it
   *     starts; null: no limit
   * @param together the same for it and all that it has started; above it, it is stopped within
   *     moments; null: no limit
   * @param fileSize of each file that it writes; null: no limit
   */
  public record Limits(
      @Nullable Duration idle,
      @Nullable Duration total,
      @Nullable DataSize memory,
      @Nullable DataSize together,
      @Nullable DataSize fileSize) {

    /** The settings' limits. */
    static final Limits OF_SETTINGS = new Limits(null, null, null, null, null);
  }

  /** Keeps copies. */
  public GitCommand {
    arguments = List.copyOf(arguments);
    settings = List.copyOf(settings);
    environment = Map.copyOf(environment);
  }

  /** A command with nothing but its arguments. */
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

  /** With more arguments at the end. */
  public GitCommand and(List<String> more) {
    List<String> all = new ArrayList<>(arguments);
    all.addAll(more);
    return new GitCommand(directory, all, settings, environment, nice, limits, streams);
  }

  /** With {@code -c key=value}. */
  public GitCommand with(String key, String value) {
    List<String> all = new ArrayList<>(settings);
    all.add(key + "=" + value);
    return new GitCommand(directory, arguments, all, environment, nice, limits, streams);
  }

  /** With a variable of the environment. */
  public GitCommand environment(String name, String value) {
    Map<String, String> all = new LinkedHashMap<>(environment);
    all.put(name, value);
    return new GitCommand(directory, arguments, settings, all, nice, limits, streams);
  }

  /** With variables of the environment. */
  public GitCommand environment(Map<String, String> variables) {
    Map<String, String> all = new LinkedHashMap<>(environment);
    all.putAll(variables);
    return new GitCommand(directory, arguments, settings, all, nice, limits, streams);
  }

  /** At niceness 10. */
  public GitCommand niced() {
    return new GitCommand(directory, arguments, settings, environment, true, limits, streams);
  }

  /** With limits other than the settings'. */
  public GitCommand limits(Duration idle, Duration total) {
    return new GitCommand(
        directory,
        arguments,
        settings,
        environment,
        nice,
        new Limits(idle, total, limits.memory(), limits.together(), limits.fileSize()),
        streams);
  }

  /**
   * With a limit of memory. Git says that it is out of memory, and ends, when it comes to it.
   *
   * @param most null: no limit
   */
  public GitCommand memory(@Nullable DataSize most) {
    Limits with =
        new Limits(limits.idle(), limits.total(), most, limits.together(), limits.fileSize());
    return new GitCommand(directory, arguments, settings, environment, nice, with, streams);
  }

  /** With a limit of memory for it and all that it starts, together and for each of them. */
  public GitCommand memoryOfAll(DataSize most) {
    Limits with = new Limits(limits.idle(), limits.total(), most, most, limits.fileSize());
    return new GitCommand(directory, arguments, settings, environment, nice, with, streams);
  }

  /** With a limit for each file that it writes. It is ended when it comes to it. */
  public GitCommand fileSize(DataSize most) {
    Limits with =
        new Limits(limits.idle(), limits.total(), limits.memory(), limits.together(), most);
    return new GitCommand(directory, arguments, settings, environment, nice, with, streams);
  }

  /** With streams that are joined that way. */
  public GitCommand streams(Streams joined) {
    return new GitCommand(directory, arguments, settings, environment, nice, limits, joined);
  }

  /**
   * As a command that knows by itself when it has read enough. Of every other one it is a failure
   * not to have read all that it was given, whatever its exit status.
   */
  public GitCommand readingWhatItNeeds() {
    return streams(new Streams(streams.errorsInOutput(), streams.inputForHelpers(), true));
  }

  /** What logs call it: the subcommand. */
  String name() {
    return "git " + arguments.getFirst();
  }
}
