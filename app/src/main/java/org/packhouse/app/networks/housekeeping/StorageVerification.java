package org.packhouse.app.networks.housekeeping;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repositories;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.platform.throttle.Tickets;
import org.packhouse.app.storage.objects.RepositoryFolders;
import org.packhouse.app.storage.objects.RepositoryStorage;
import org.packhouse.app.storage.process.GitProcesses;
import org.packhouse.app.storage.process.GitSettings;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Import;

/**
 * Looks whether repositories are whole, for {@code packhouse admin verify}, beside a running server
 * or without one: takes back packs that are listed as replaced and needed, and walks from all refs
 * to all objects. Not a bean of the server; whatever runs it imports it.
 */
@Import({
  Repositories.class,
  RepositoryStorage.class,
  RepositoryFolders.class,
  Tickets.class,
  GitProcesses.class,
  PackWriter.class,
  ReachableObjects.class,
  SupersededRows.class,
  SupersededPacks.class,
  SupersededRepair.class,
  RepositoryDamage.class
})
@EnableConfigurationProperties({GitSettings.class, HousekeepingSettings.class})
public class StorageVerification {

  private final Repositories repositories;
  private final SupersededRepair repair;
  private final RepositoryDamage damage;

  StorageVerification(Repositories repositories, SupersededRepair repair, RepositoryDamage damage) {
    this.repositories = repositories;
    this.repair = repair;
    this.damage = damage;
  }

  /**
   * Looks, and prints what it finds, a line for each repository that is not whole.
   *
   * @param wanted {@code KEY/slug}; null: all repositories
   * @return whether all that was looked at is whole
   * @throws IllegalArgumentException if there is no repository of that name
   */
  public boolean run(@Nullable String wanted, PrintStream out) {
    List<Repository> all =
        repositories.available().stream()
            .filter(it -> wanted == null || place(it).equalsIgnoreCase(wanted))
            .toList();
    if (wanted != null && all.isEmpty()) {
      throw new IllegalArgumentException("There is no repository '" + wanted + "'.");
    }
    SupersededRepair.TakenBack taken = repair.run();
    if (taken.packs() > 0) {
      out.printf(
          "Took back %d packs that were listed as replaced and are needed: %s.%n",
          taken.packs(), String.join(", ", taken.owners().stream().map(Object::toString).toList()));
    }
    int damaged = 0;
    int failed = taken.failed();
    for (Repository repository : all) {
      String name = "%s (repository %d)".formatted(place(repository), repository.id());
      try {
        repair.putBackUnlisted(repository.id());
        String missing = damage.lookNow(repository.id());
        if (missing != null) {
          damaged++;
          out.println(name + ": " + missing);
        }
      } catch (IOException e) {
        failed++;
        out.println(name + " could not be looked at: " + e.getMessage());
      }
    }
    out.printf(
        "Looked at %d repositories: %s.%n",
        all.size(),
        damaged + failed == 0
            ? "all are whole"
            : "%d need objects that are not there, %d could not be looked at"
                .formatted(damaged, failed));
    return damaged + failed == 0;
  }

  private static String place(Repository repository) {
    return repository.project().key() + "/" + repository.slug();
  }
}
