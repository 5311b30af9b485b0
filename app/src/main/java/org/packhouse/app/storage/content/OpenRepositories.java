package org.packhouse.app.storage.content;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.eclipse.jgit.internal.storage.file.ObjectDirectory;
import org.eclipse.jgit.internal.storage.file.Pack;
import org.eclipse.jgit.lib.AnyObjectId;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.storage.file.FileRepositoryBuilder;
import org.packhouse.app.storage.objects.RepositoryDirectories;
import org.packhouse.app.storage.objects.SharedFiles;
import org.packhouse.app.storage.refs.RefSnapshot;
import org.packhouse.app.storage.refs.Refs;
import org.springframework.stereotype.Component;

/** Opens repositories for reading in process. */
@Component
public class OpenRepositories {

  private final RepositoryDirectories directories;
  private final Refs refs;
  private final LargeDeltas largeDeltas;

  OpenRepositories(RepositoryDirectories directories, Refs refs, LargeDeltas largeDeltas) {
    this.largeDeltas = largeDeltas;
    this.directories = directories;
    this.refs = refs;
  }

  /** Opens a repository, which the caller closes. */
  public OpenRepository open(long repositoryId) throws IOException {
    // Read refs first: objects precede the refs that name them.
    RefSnapshot snapshot = refs.snapshot(repositoryId);
    Repository git = directories.open(repositoryId);
    return new OpenRepository(
        repositoryId,
        git,
        snapshot,
        reader ->
            new GuardedReader(
                reader,
                () -> packs(git),
                (blob, size) -> largeDeltas.loader(repositoryId, repositoryId, blob, size),
                id -> isNamed(snapshot, id) && reload(repositoryId)));
  }

  private static boolean isNamed(RefSnapshot snapshot, AnyObjectId id) {
    return snapshot.refs().stream().anyMatch(ref -> id.equals(ref.id()) || id.equals(ref.peeled()));
  }

  private boolean reload(long repositoryId) {
    directories.reload(repositoryId);
    return true;
  }

  private static Collection<Pack> packs(Repository git) {
    return git.getObjectDatabase() instanceof ObjectDirectory objects
        ? objects.getPacks()
        : List.of();
  }

  /** Opens a repository together with the objects of another, as for a pull request from a fork. */
  public OpenRepository open(long repositoryId, long otherId) throws IOException {
    if (repositoryId == otherId) {
      return open(repositoryId);
    }
    RefSnapshot snapshot = refs.snapshot(repositoryId);
    Path directory = directories.check(repositoryId);
    FileRepositoryBuilder builder =
        new FileRepositoryBuilder().setGitDir(directory.toFile()).setBare().setMustExist(true);
    builder.addAlternateObjectDirectory(
        directories.check(otherId).resolve(Constants.OBJECTS).toFile());
    // Explicit alternates replace those in the file.
    for (String alternate : alternates(directory)) {
      builder.addAlternateObjectDirectory(
          directory.resolve(Constants.OBJECTS).resolve(alternate).normalize().toFile());
    }
    Repository git = builder.build();
    return new OpenRepository(
        repositoryId,
        git,
        snapshot,
        reader ->
            new GuardedReader(
                reader,
                () -> packsOf(git, repositoryId, otherId),
                (blob, size) -> largeDeltas.loader(repositoryId, otherId, blob, size),
                _ -> false));
  }

  /** JGit lists only a repository's own packs. */
  private Collection<Pack> packsOf(Repository git, long... repositoryIds) {
    List<Pack> packs = new ArrayList<>(packs(git));
    for (long id : repositoryIds) {
      try (Repository one = directories.open(id)) {
        packs.addAll(packs(one));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return packs;
  }

  private static List<String> alternates(Path directory) throws IOException {
    Path file = directory.resolve(Constants.OBJECTS).resolve(Constants.INFO_ALTERNATES);
    byte[] content = new SharedFiles().read(file);
    return content == null
        ? List.of()
        : new String(content, StandardCharsets.UTF_8).lines().toList();
  }
}
