package org.packhouse.app.storage.objects;

import java.io.IOException;
import java.io.UncheckedIOException;
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
 * The folders in which a server process keeps what it has not yet moved into a repository: {@code
 * repositories/incoming/<session>/<name>}, on the file system of the repositories so that a rename
 * moves it.
 *
 * <p>A rename is also the fence. A process that stood still may wake up and go on where it was,
 * after its session was taken for dead and somebody else has pushed. Every step by which it changes
 * a repository is a rename out of, or into, a folder here. Renaming that folder away, which the
 * file server does in one step for all nodes, makes each of these fail.
 */
@Component
public class SessionFolders {

  private static final String FENCED = ".fenced";
  private static final String LATE = "late-";

  private final Path incoming;
  private final NodeSessions sessions;
  private final Map<UUID, Path> begun = new ConcurrentHashMap<>();

  SessionFolders(Homes homes, NodeSessions sessions) {
    this.incoming = homes.repositories().resolve("incoming");
    this.sessions = sessions;
  }

  /**
   * Makes a folder of this process's session.
   *
   * @throws IOException if it cannot be made, or the session was ended by another node
   */
  public Path create(String name) throws IOException {
    return create(sessions.current(), name);
  }

  /**
   * Makes a folder of a session that this process had when its work began, and may have no more.
   *
   * @throws IOException if it cannot be made, or the session was ended by another node
   */
  public Path create(UUID session, String name) throws IOException {
    return Files.createDirectory(sessionFolder(session).resolve(name));
  }

  private Path sessionFolder(UUID session) throws IOException {
    // Once only: a folder that another node has fenced must not come back. Whoever comes second
    // waits until it is there.
    try {
      return begun.computeIfAbsent(session, this::makeFolder);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private Path makeFolder(UUID session) {
    try {
      return Files.createDirectories(incoming.resolve(session.toString()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The folder of that name of any session; it need not be there. */
  public Path find(UUID session, String name) {
    Path folder = incoming.resolve(session.toString()).resolve(name);
    return Files.exists(folder) ? folder : incoming.resolve(session + FENCED).resolve(name);
  }

  /** Stops whatever a dead session may still do. Does nothing if that was done. */
  public void fence(UUID session) throws IOException {
    Path folder = incoming.resolve(session.toString());
    Path fenced = incoming.resolve(session + FENCED);
    // A git command that outlived its server makes missing folders again when it writes.
    Path target = Files.exists(fenced) ? fenced.resolve(LATE + UUID.randomUUID()) : fenced;
    try {
      Files.move(folder, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (NoSuchFileException e) {
      // fenced before, or nothing was ever put there
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
      try (Stream<Path> folders = Files.list(incoming)) {
        for (Path folder : (Iterable<Path>) folders::iterator) {
          found.add(UUID.fromString(folder.getFileName().toString().replace(FENCED, "")));
        }
      }
    }
    return found;
  }
}
