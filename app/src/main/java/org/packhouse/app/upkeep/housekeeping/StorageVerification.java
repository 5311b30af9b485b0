package org.packhouse.app.upkeep.housekeeping;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repositories;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.platform.throttle.ThrottleConfiguration;
import org.packhouse.app.storage.objects.RepositoryDirectories;
import org.packhouse.app.storage.objects.RepositoryStorage;
import org.packhouse.app.storage.process.GitProcesses;
import org.packhouse.app.storage.process.GitSettings;
import org.packhouse.app.storage.refs.move.RefAgreement;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Import;

/**
 * Verifies repositories, for {@code packhouse admin verify} and after a restore, beside a running
 * server or without one: takes back superseded packs that are needed, walks from all refs to all
 * objects, reads every object, and compares the refs on disk with the database. Not a bean of the
 * server; commands import it.
 */
@Import({
  Repositories.class,
  RepositoryStorage.class,
  RepositoryDirectories.class,
  ThrottleConfiguration.class,
  GitProcesses.class,
  PackWriter.class,
  ReachableObjects.class,
  LeaseCheck.class,
  SupersededRows.class,
  SupersededCheck.class,
  SupersededPacks.class,
  SupersededRepair.class,
  RepositoryDamage.class,
  StoredObjects.class,
  RefAgreement.class
})
@EnableConfigurationProperties({GitSettings.class, HousekeepingSettings.class})
public class StorageVerification {

  private static final int MAX_REFS = 3;

  private final Repositories repositories;
  private final SupersededRepair repair;
  private final RepositoryDamage damage;
  private final StoredObjects objects;
  private final RefAgreement refs;

  StorageVerification(
      Repositories repositories,
      SupersededRepair repair,
      RepositoryDamage damage,
      StoredObjects objects,
      RefAgreement refs) {
    this.repositories = repositories;
    this.repair = repair;
    this.damage = damage;
    this.objects = objects;
    this.refs = refs;
  }

  /**
   * Prints a line for each damaged repository, or for {@code KEY/slug}; returns whether all are
   * whole.
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
    Tally tally = new Tally(out);
    tally.failed = taken.failed();
    all.forEach(tally::look);
    out.printf("Looked at %d repositories: %s.%n", all.size(), tally);
    return tally.isClean();
  }

  private final class Tally {

    private final PrintStream out;
    private int damaged;
    private int apart;
    private int failed;

    Tally(PrintStream out) {
      this.out = out;
    }

    void look(Repository repository) {
      String name = "%s (repository %d)".formatted(place(repository), repository.id());
      try {
        repair.putBackUnlisted(repository.id());
        String missing = damage.lookNow(repository.id());
        if (missing == null) {
          missing = objects.broken(repository.id());
        }
        if (missing != null) {
          damaged++;
          out.println(name + ": " + missing);
        }
        List<String> differences = refs.differences(repository.id());
        if (!differences.isEmpty()) {
          apart++;
          out.println(name + ": " + summary(differences));
        }
      } catch (IOException e) {
        failed++;
        out.println(name + " could not be looked at: " + e.getMessage());
      }
    }

    boolean isClean() {
      return damaged + apart + failed == 0;
    }

    @Override
    public String toString() {
      return isClean()
          ? "all are whole"
          : "%d need objects that are not there, %d could not be looked at, %d have other refs on disk than in the database"
              .formatted(damaged, failed, apart);
    }
  }

  private static String summary(List<String> differences) {
    int more = differences.size() - MAX_REFS;
    return String.join("; ", differences.subList(0, Math.min(MAX_REFS, differences.size())))
        + (more > 0 ? "; and %d refs more".formatted(more) : "");
  }

  private static String place(Repository repository) {
    return repository.project().key() + "/" + repository.slug();
  }
}
