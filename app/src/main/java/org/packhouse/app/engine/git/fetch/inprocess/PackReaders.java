package org.packhouse.app.engine.git.fetch.inprocess;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import org.eclipse.jgit.internal.storage.file.ObjectDirectory;
import org.eclipse.jgit.internal.storage.file.Pack;
import org.eclipse.jgit.lib.Repository;
import org.packhouse.app.engine.git.fetch.inprocess.WorkLimit.TooMuchException;
import org.packhouse.app.platform.cache.Caches;
import org.packhouse.app.storage.objects.PackedRepository;
import org.packhouse.app.storage.objects.RepositoryDirectories;
import org.springframework.stereotype.Component;

/**
 * Opens repositories for packs that are made in process, and caches the indexes of small packs:
 * with pushes and clones in turn hundreds lie there, of which one is new to each clone.
 */
@Component
class PackReaders {

  /** Objects of all cached indexes, of about 80 bytes of heap each. */
  private static final long MAX_OBJECTS = 120_000;

  private static final Duration TIME = Duration.ofMinutes(2);

  private final RepositoryDirectories directories;
  private final Cache<Long, SmallPacks> small;

  PackReaders(RepositoryDirectories directories, Caches caches) {
    this.directories = directories;
    small =
        caches.build(
            "small-packs",
            "Indexes of small packs",
            Caffeine.newBuilder()
                .maximumWeight(MAX_OBJECTS)
                .weigher((Long _, SmallPacks packs) -> 1 + packs.size())
                .expireAfterAccess(TIME));
  }

  PackedRepository open(long repositoryId) throws IOException {
    return directories.openPacked(repositoryId);
  }

  PackingReader read(long repositoryId, Repository repository, Collection<Pack> listed) {
    if (!(repository.getObjectDatabase() instanceof ObjectDirectory objects)) {
      throw new TooMuchException("objects that are in no directory");
    }
    return new PackingReader(
        repository.newObjectReader(), listed, objects::getPacks, () -> small(repositoryId, listed));
  }

  private SmallPacks small(long repositoryId, Collection<Pack> listed) {
    SmallPacks known = small.getIfPresent(repositoryId);
    int before = known == null ? 0 : known.size();
    SmallPacks now = known == null ? SmallPacks.of(listed) : SmallPacks.with(known, listed);
    if (now.size() == 0) {
      small.invalidate(repositoryId);
    } else if (!now.equals(known) || now.size() != before) {
      // Put again, so that the cache weighs the larger index.
      small.put(repositoryId, now);
    }
    return now;
  }
}
