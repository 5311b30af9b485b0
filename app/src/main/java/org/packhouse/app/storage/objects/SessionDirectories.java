package org.packhouse.app.storage.objects;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.packhouse.app.platform.node.Homes;
import org.packhouse.app.platform.node.NodeSessions;
import org.springframework.stereotype.Component;

/**
 * The directories in which a server process keeps what it has not yet moved into a repository:
 * {@code repositories/incoming/<session>/<name>}, on the file system of the repositories so that a
 * rename moves it.
 *
 * <p>They are also the fence. A process that stood still may wake up and go on where it was, after
 * its session was taken for dead and somebody else has pushed. Every step by which it changes a
 * repository begins or ends in a directory here. Removing that directory makes each of these fail,
 * on every node and at once: a ref move's when somebody else has the repository's lock ({@code
 * RefStaging}), the whole directory when all that its session has left is decided. Until then it is
 * renamed, so that nothing new begins in it; by that alone nothing ends, because clients of a
 * network file system go on for a while where they had found it.
 */
@Component
public class SessionDirectories {

  private static final String FENCED = ".fenced";
  private static final String LATE = "late-";

  private final Path incoming;
  private final NodeSessions sessions;
  private final Map<UUID, Path> begun = new ConcurrentHashMap<>();

  SessionDirectories(Homes homes, NodeSessions sessions) {
    this.incoming = homes.repositories().resolve("incoming");
    this.sessions = sessions;
  }

  /**
   * Makes a directory of this process's session.
   *
   * @throws IOException if it cannot be made, or the session was ended by another node
   */
  public Path create(String name) throws IOException {
    return create(sessions.current(), name);
  }

  /**
   * Makes a directory of a session that this process had when its work began, and may have no more.
   *
   * @throws IOException if it cannot be made, or the session was ended by another node
   */
  public Path create(UUID session, String name) throws IOException {
    return Files.createDirectory(sessionDirectory(session).resolve(name));
  }

  /**
   * The directory of this process's session, for files. It is the session that this process has
   * now: who ends it makes what begins in the directory fail from then on.
   *
   * @throws IOException if it cannot be made
   */
  Path current() throws IOException {
    return sessionDirectory(sessions.current());
  }

  private Path sessionDirectory(UUID session) throws IOException {
    // Once only: a directory that another node has fenced must not come back. Whoever comes second
    // waits until it is there.
    try {
      return begun.computeIfAbsent(session, this::makeDirectory);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private Path makeDirectory(UUID session) {
    try {
      return Files.createDirectories(incoming.resolve(session.toString()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The places where the directory of a session of any node may be, in the order in which to look:
   * who fences the session meanwhile moves it from the first to the second.
   */
  public List<Path> places(UUID session) {
    return List.of(incoming.resolve(session.toString()), incoming.resolve(session + FENCED));
  }

  /**
   * Whether a directory is at that place. It is opened, and the one above if need be: else a client
   * of a network file system may believe for half a minute that what it once missed is missing
   * still, the directory or what is in it.
   */
  public boolean isAt(Path place) throws IOException {
    return isOpened(place) || (isOpened(incoming) && isOpened(place));
  }

  private static boolean isOpened(Path directory) throws IOException {
    try (DirectoryStream<Path> _ = Files.newDirectoryStream(directory)) {
      return true;
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /** Lets a dead session begin nothing more. Does nothing if that was done. */
  public void fence(UUID session) throws IOException {
    Path directory = incoming.resolve(session.toString());
    Path fenced = incoming.resolve(session + FENCED);
    if (!isAt(directory)) {
      return;
    }
    // A git command that outlived its server makes missing directories again when it writes.
    Path target = Files.exists(fenced) ? fenced.resolve(LATE + UUID.randomUUID()) : fenced;
    try {
      Files.move(directory, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (NoSuchFileException e) {
      // fenced by another node just now
    }
  }

  /** Removes all that a fenced session has left. */
  public void remove(UUID session) throws IOException {
    DurableFiles.deleteRecursively(incoming.resolve(session + FENCED));
  }

  /** The sessions that have left something. */
  public List<UUID> sessions() throws IOException {
    List<UUID> found = new ArrayList<>();
    if (Files.isDirectory(incoming)) {
      try (Stream<Path> directories = Files.list(incoming)) {
        for (Path directory : (Iterable<Path>) directories::iterator) {
          found.add(UUID.fromString(directory.getFileName().toString().replace(FENCED, "")));
        }
      }
    }
    return found;
  }
}
