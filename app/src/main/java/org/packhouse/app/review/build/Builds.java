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
 * Keeps reports of builds. A build counts in a repository while its author may read it, and belongs
 * to its author and the repository's administrators; other permissions are not checked here.
 */
@Service
public class Builds {

  /** Builds of a commit by one author, for one repository or for none. */
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

  /** Stores a report of no repository beside others'; refused if the author has too many. */
  @Transactional
  public void report(BuildStatus build) {
    if (!rows.putWithoutRepository(build, MAX_BUILDS)) {
      throw tooMany(build);
    }
    events.publishEvent(new BuildReported(build.subject()));
  }

  /**
   * Stores a report of a repository in place of the one of the same key.
   *
   * @throws RefusedException if the author has too many builds of the commit, the key is another
   *     author's, or a required build accepts other reporters only
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
   * Returns the report that {@code build} replaces; refuses if the authors of it, or of a report of
   * that key on the commit without a repository, do not admit the writer.
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
   * Deletes a report of a repository or of none. Another author's report of none is hidden in the
   * repository until it is reported anew.
   *
   * @throws RefusedException if all reports of the key are other authors'
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

  /** Returns the builds of a commit that count in a repository, one of each key. */
  public List<BuildStatus> of(long repositoryId, String commit) {
    return StoredBuild.onePerKey(counting(repositoryId, commit));
  }

  /** Returns all reports of a commit that count in a repository. */
  List<StoredBuild> counting(long repositoryId, String commit) {
    BuildQuery query = new BuildQuery(List.of(commit), List.of(repositoryId), true, MAX_WHOLE);
    return read(query, author -> authors.counts(author, repositoryId)).stream()
        .filter(it -> counts(it, repositoryId))
        .toList();
  }

  /** Returns a repository's own report of a key, if it counts. */
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

  /** Reads builds of commits: those of the repositories and those of none. */
  List<StoredBuild> of(
      Collection<String> commits,
      Collection<Long> repositories,
      boolean whole,
      Predicate<Author> wanted) {
    return read(
        new BuildQuery(commits, repositories, whole, whole ? MAX_WHOLE : MAX_COUNTED), wanted);
  }

  /** Reads in one statement, unless builds by authors who do not count fill the limit. */
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
                authors.describe(build.author()),
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
                "author", authors.describe(author))));
  }

  /** A build of a commit was reported or deleted; published in the transaction of the change. */
  public record BuildReported(BuildStatus.Subject subject) {}
}
