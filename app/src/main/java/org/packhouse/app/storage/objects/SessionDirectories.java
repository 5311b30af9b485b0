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
 * Directories for files on their way into repositories: {@code
 * repositories/incoming/<session>/<name>}, on the repositories' file system so that they can be
 * renamed.
 *
 * <p>They are also the fence against a process that stalls and resumes after its session was ended
 * and others have pushed. Every change of a repository is a rename or link from or to a directory
 * here, so removing that directory makes the change fail on every node at once: a ref move's when
 * another process holds the lock ({@code RefStaging}), the session's when all that it left is
 * decided. Until then it is renamed, so that nothing new starts there; clients of a network file
 * system go on using it for a while.
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

  /** Creates a directory of this session, unless another node has ended it. */
  public Path create(String name) throws IOException {
    return create(sessions.current(), name);
  }

  /**
   * Creates a directory of an earlier session of this process, unless another node has ended it.
   */
  public Path create(UUID session, String name) throws IOException {
    return Files.createDirectory(sessionDirectory(session).resolve(name));
  }

  /** Returns this session's directory for files, whose use fails once the session is ended. */
  Path current() throws IOException {
    return sessionDirectory(sessions.current());
  }

  private Path sessionDirectory(UUID session) throws IOException {
    // Once only: a directory that another node has fenced must not reappear. Later callers wait
    // until it exists.
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

  /** Returns the places of a session's directory, before and after fencing. */
  public List<Path> places(UUID session) {
    return List.of(incoming.resolve(session.toString()), incoming.resolve(session + FENCED));
  }

  /** Opens the directory to refresh what a network file system's client has cached. */
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

  /** Keeps a dead session from starting anything new. */
  public void fence(UUID session) throws IOException {
    Path directory = incoming.resolve(session.toString());
    Path fenced = incoming.resolve(session + FENCED);
    if (!isAt(directory)) {
      return;
    }
    // A git process that outlived its server recreates missing directories.
    Path target = Files.exists(fenced) ? fenced.resolve(LATE + UUID.randomUUID()) : fenced;
    try {
      Files.move(directory, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (NoSuchFileException e) {
      // fenced by another node just now
    }
  }

  public void remove(UUID session) throws IOException {
    DurableFiles.deleteRecursively(incoming.resolve(session + FENCED));
  }

  /** Returns the sessions that have left files. */
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
