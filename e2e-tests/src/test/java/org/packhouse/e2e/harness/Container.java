package org.packhouse.e2e.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * A container of an image that runs by {@code chroot}, as the image's user and with its
 * environment, among processes and mounts of its own, which end with it. Its network is this
 * machine's.
 */
public final class Container {

  /** Takes the files of the container, the volume and its place, the user, and the command. */
  private static final String START =
      """
      root=$1 volume=$2 place=$3 user=$4
      shift 4
      mount --bind "$root" "$root"
      cd "$root"
      mount --rbind /dev dev
      mount -t tmpfs -o size=64m shm dev/shm
      mount -t proc proc proc
      mount --bind "$volume" ".$place"
      for file in etc/hosts etc/resolv.conf; do
        [ -f "$file" ] && [ ! -h "$file" ] || { rm -f "$file"; : >"$file"; }
        mount --bind "/$file" "$file"
      done
      exec chroot --userspec="$user" "$root" /usr/bin/env -i "$@"
      """;

  private final Path root;
  private final Path volume;
  private final String place;
  private final JsonNode config;

  private Container(Path root, Path volume, JsonNode config) {
    this.root = root;
    this.volume = volume;
    this.place = config.get("Volumes").propertyNames().iterator().next();
    this.config = config;
  }

  /**
   * Makes a container of an image with one volume.
   *
   * @param volume a directory, which another container has had, or which is not there yet: then it
   *     begins as the image has it
   */
  public static Container of(Buildah buildah, String image, Path volume) {
    Path root = buildah.mount(buildah.from(image));
    Container container = new Container(root, volume, buildah.config(image));
    if (Files.notExists(volume)) {
      Path origin = container.file(container.place);
      buildah.program(List.of("cp", "-a", "--", origin.toString(), volume.toString()));
    }
    return container;
  }

  /** Where a file of the container is seen from here. */
  public Path file(String absolute) {
    return root.resolve(absolute.substring(1));
  }

  /** The volume, seen from here. */
  public Path volume() {
    return volume;
  }

  /** A command that runs the image's entry point; arguments for that may follow. */
  List<String> command() throws IOException {
    String user = config.get("User").asString();
    List<String> command =
        new ArrayList<>(List.of("unshare", "--mount", "--pid", "--fork", "--kill-child"));
    command.addAll(List.of("sh", "-euc", START, "container"));
    command.addAll(List.of(root.toString(), volume.toString(), place, user));
    command.add("HOME=" + home(user));
    texts("Env").forEach(command::add);
    texts("Entrypoint").forEach(command::add);
    return command;
  }

  private Stream<String> texts(String key) {
    return config.get(key).valueStream().map(JsonNode::asString);
  }

  private String home(String user) throws IOException {
    return Files.readAllLines(file("/etc/passwd")).stream()
        .map(line -> line.split(":", -1))
        .filter(entry -> entry[0].equals(user))
        .map(entry -> entry[5])
        .findFirst()
        .orElseThrow();
  }
}
