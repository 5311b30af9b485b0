package org.packhouse.app.review.build;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.user.AuditableChange;
import org.packhouse.app.platform.refusal.Conflict;
import org.packhouse.app.platform.refusal.ConflictException;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.review.build.Authors.Writer;
import org.packhouse.app.review.build.BuildStatusRows.BuildQuery;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * Keeps what programs tell of builds. A build counts in a repository while its author may read it,
 * and belongs to its author and the administrators of the repository; other permissions are not
 * asked here.
 */
@Service
public class Builds {

  /** Builds of a commit that an author tells of a repository, or of none. */
  static final int MAX_BUILDS = 1_000;

  private static final int MAX_WHOLE = 3_000;
  private static final int MAX_COUNTED = 20_000;

  private final BuildStatusRows rows;
  private final Authors authors;
  private final RequiredBuildConditions conditions;
  private final ApplicationEventPublisher events;

  Builds(
      BuildStatusRows rows,
      Authors authors,
      RequiredBuildConditions conditions,
      ApplicationEventPublisher events) {
    this.rows = rows;
    this.authors = authors;
    this.conditions = conditions;
    this.events = events;
  }

  /**
   * Writes down what is told of a build of no repository, beside what other authors have told.
   *
   * @throws RefusedException if the author has told of too many builds of the commit
   */
  @Transactional
  public void report(BuildStatus build) {
    if (!rows.putWithoutRepository(build, MAX_BUILDS)) {
      throw tooMany(build);
    }
    events.publishEvent(new BuildReported(build.subject()));
  }

  /**
   * Writes down what is told of a build of a repository, in the place of what was told of the same
   * key.
   *
   * @throws RefusedException if the commit has too many builds, the key is another author's, or a
   *     required build accepts others alone
   */
  @Transactional
  public void report(Repository repository, Writer writer, BuildStatus build) {
    Optional<ReporterRestriction> reserved =
        conditions.restriction(repository, build.requiredKey());
    if (reserved.isPresent() && !reserved.get().accepts(writer.author())) {
      throw refused(
          repository,
          build,
          "the required builds of %s accept it from other reporters"
              .formatted(reserved.get().resource()));
    }
    Predicate<@Nullable Author> replaceable =
        present ->
            authors.mayReplace(writer, present)
                || (reserved.isPresent() && !reserved.get().accepts(present));
    Optional<BuildStatus> present = requireReplaceable(repository, build, replaceable);
    if (!rows.put(build, present.isPresent(), MAX_BUILDS)) {
      if (present.isEmpty()) {
        requireReplaceable(repository, build, replaceable);
      }
      throw tooMany(build);
    }
    present
        .map(BuildStatus::author)
        .filter(author -> !author.equals(writer.author()))
        .ifPresent(author -> audit("build.replaced", repository, build, author));
    events.publishEvent(new BuildReported(build.subject()));
  }

  /**
   * The report that this one replaces, if its author and those who told of no repository let it.
   */
  private Optional<BuildStatus> requireReplaceable(
      Repository repository, BuildStatus build, Predicate<@Nullable Author> replaceable) {
    String commit = build.subject().commit();
    Optional<BuildStatus> present = rows.lock(repository.id(), commit, build.key());
    if (present.isEmpty()) {
      counting(repository.id(), commit).stream()
          .map(StoredBuild::build)
          .filter(it -> it.key().equals(build.key()) && !replaceable.test(it.author()))
          .findFirst()
          .ifPresent(it -> {
            throw refused(repository, it, rule("replace"));
          });
    } else if (!replaceable.test(present.get().author())) {
      throw refused(repository, present.get(), rule("replace"));
    }
    return present;
  }

  /**
   * Deletes what was told of a build, of the repository or of none. What another has told of none
   * counts no more in the repository, until it is told anew.
   *
   * @throws RefusedException if all of it is another author's
   */
  @Transactional
  public void delete(Repository repository, Writer writer, String commit, String key) {
    Optional<BuildStatus> placed = rows.lock(repository.id(), commit, key);
    List<BuildStatus> others =
        counting(repository.id(), commit).stream()
            .filter(it -> !it.namesRepository() && it.build().key().equals(key))
            .map(StoredBuild::build)
            .toList();
    int deleted = 0;
    BuildStatus kept = null;
    if (placed.isPresent() && authors.mayDelete(writer, placed.get().author())) {
      rows.delete(repository.id(), commit, key);
      audit("build.deleted", repository, placed.get(), placed.get().author());
      deleted++;
    } else if (placed.isPresent()) {
      kept = placed.get();
    }
    for (BuildStatus build : others) {
      if (writer.author().equals(build.author())) {
        rows.deleteWithoutRepository(commit, key, writer.author());
      } else if (authors.mayDelete(writer, build.author())) {
        rows.withdraw(repository.id(), build);
      } else {
        kept = build;
        continue;
      }
      audit("build.deleted", repository, build, build.author());
      deleted++;
    }
    if (deleted == 0 && kept != null) {
      throw refused(repository, kept, rule("delete"));
    }
    if (deleted > 0) {
      events.publishEvent(new BuildReported(new BuildStatus.Subject(repository.id(), commit)));
    }
  }

  /** The builds of a commit that count in a repository, by key. */
  public List<BuildStatus> of(long repositoryId, String commit) {
    return StoredBuild.chosen(counting(repositoryId, commit));
  }

  /** The builds of a commit that count in a repository, of all authors. */
  List<StoredBuild> counting(long repositoryId, String commit) {
    BuildQuery query = new BuildQuery(List.of(commit), List.of(repositoryId), true, MAX_WHOLE);
    return read(query, author -> authors.counts(author, repositoryId)).stream()
        .filter(it -> counts(it, repositoryId))
        .toList();
  }

  /** What was told of a build of a repository, if it counts. */
  public Optional<BuildStatus> ofRepository(long repositoryId, String commit, String key) {
    return counting(repositoryId, commit).stream()
        .filter(it -> it.namesRepository() && it.build().key().equals(key))
        .map(StoredBuild::build)
        .findFirst();
  }

  private boolean counts(StoredBuild stored, long repositoryId) {
    Author author = stored.build().author();
    return stored.namesRepository()
        ? authors.counts(author, repositoryId)
        : !stored.withdrawnIn().contains(repositoryId)
            && (author == null || authors.mayRead(author, repositoryId));
  }

  /**
   * Reads the builds of commits: those that were reported for one of the repositories, and those
   * that were reported for no repository.
   */
  List<StoredBuild> of(
      Collection<String> commits,
      Collection<Long> repositories,
      boolean whole,
      Predicate<Author> wanted) {
    return read(
        new BuildQuery(commits, repositories, whole, whole ? MAX_WHOLE : MAX_COUNTED), wanted);
  }

  /** Reads in one statement, unless authors who do not count have told of thousands of builds. */
  private List<StoredBuild> read(BuildQuery query, Predicate<Author> wanted) {
    List<StoredBuild> found = rows.list(query, null);
    if (found.size() < query.limit()) {
      return found;
    }
    List<String> counting =
        rows.authors(query.commits()).stream()
            .filter(text -> {
              Author author = Author.parse(text);
              return author != null && wanted.test(author);
            })
            .toList();
    return rows.list(query, counting);
  }

  private static String rule(String what) {
    return "its author and administrators of the repository %s it".formatted(what);
  }

  private RefusedException refused(Repository repository, BuildStatus build, String rule) {
    return new ConflictException(
        Conflict.INTEGRITY,
        "The build %s of the commit %s in %s is told of by %s: %s."
            .formatted(
                InvalidFieldException.quote(build.key()),
                build.subject().commit(),
                repository.path(),
                authors.words(build.author()),
                rule));
  }

  private static RefusedException tooMany(BuildStatus build) {
    return new ConflictException(
        Conflict.INTEGRITY,
        "The commit %s has %d builds of the same author, which is the limit."
            .formatted(build.subject().commit(), MAX_BUILDS));
  }

  private void audit(
      String action, Repository repository, BuildStatus build, @Nullable Author author) {
    events.publishEvent(
        new AuditableChange(
            action,
            repository.path(),
            Map.of(
                "commit", build.subject().commit(),
                "key", build.key(),
                "state", build.state().name(),
                "author", authors.words(author))));
  }
}
