package org.packhouse.app.review.build;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.user.AuditableChange;
import org.packhouse.app.platform.refusal.Conflict;
import org.packhouse.app.platform.refusal.ConflictException;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.review.build.Authors.Writer;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * Keeps reports of deployments, which belong to their author and the repository's administrators;
 * other permissions are not checked here.
 */
@Service
public class Deployments {

  private static final int MAX_LISTED = 20;
  private static final int MAX_READ = 100;
  private static final int MAX_DEPLOYMENTS = 1_000;

  private final DeploymentRows rows;
  private final Authors authors;
  private final ApplicationEventPublisher events;

  Deployments(DeploymentRows rows, Authors authors, ApplicationEventPublisher events) {
    this.rows = rows;
    this.authors = authors;
    this.events = events;
  }

  /** Returns the latest deployments of a commit that count, at most {@value #MAX_LISTED}. */
  public List<Deployment> of(long repositoryId, String commit) {
    return rows.list(repositoryId, commit, MAX_READ).stream()
        .filter(it -> authors.counts(it.author(), repositoryId))
        .limit(MAX_LISTED)
        .toList();
  }

  public Optional<Deployment> find(long repositoryId, String commit, Deployment.Id id) {
    return rows.find(repositoryId, commit, id)
        .filter(it -> authors.counts(it.author(), repositoryId));
  }

  /** Returns the commit of the last successful deployment to the environment before that one. */
  public Optional<String> commitBefore(Deployment deployment) {
    return rows.commitBefore(deployment);
  }

  /**
   * Stores a report in place of an earlier one.
   *
   * @throws RefusedException if the earlier one is another author's, or the author has too many
   *     deployments of the commit
   */
  @Transactional
  public void report(Repository repository, Writer writer, Deployment deployment) {
    Optional<Deployment> present = requireReplaceable(repository, writer, deployment.id());
    if (!rows.put(deployment, present.isPresent(), MAX_DEPLOYMENTS)) {
      requireReplaceable(repository, writer, deployment.id());
      throw new ConflictException(
          Conflict.INTEGRITY,
          "The commit %s has %d deployments of the same author, which is the limit."
              .formatted(deployment.commit(), MAX_DEPLOYMENTS));
    }
    present
        .map(Deployment::author)
        .filter(author -> !author.equals(writer.author()))
        .ifPresent(author -> audit("deployment.replaced", repository, deployment, author));
  }

  private Optional<Deployment> requireReplaceable(
      Repository repository, Writer writer, Deployment.Id id) {
    Optional<Deployment> present = rows.lock(repository.id(), id);
    present
        .filter(it -> !authors.mayReplace(writer, it.author()))
        .ifPresent(it -> {
          throw refused(repository, it, "replace");
        });
    return present;
  }

  /** Deletes a deployment, unless it is another author's. */
  @Transactional
  public void delete(Repository repository, Writer writer, String commit, Deployment.Id id) {
    Optional<Deployment> present =
        rows.lock(repository.id(), id).filter(it -> it.commit().equals(commit));
    if (present.isEmpty()) {
      return;
    }
    if (!authors.mayDelete(writer, present.get().author())) {
      throw refused(repository, present.get(), "delete");
    }
    rows.delete(repository.id(), commit, id);
    audit("deployment.deleted", repository, present.get(), present.get().author());
  }

  private RefusedException refused(Repository repository, Deployment deployment, String what) {
    return new ConflictException(
        Conflict.INTEGRITY,
        "The deployment %s to %s in %s is told of by %s: its author and administrators of the repository %s it."
            .formatted(
                InvalidFieldException.quote(deployment.id().key()),
                InvalidFieldException.quote(deployment.id().environment()),
                repository.path(),
                authors.describe(deployment.author()),
                what));
  }

  private void audit(
      String action, Repository repository, Deployment deployment, @Nullable Author author) {
    events.publishEvent(
        new AuditableChange(
            action,
            repository.path(),
            Map.of(
                "commit", deployment.commit(),
                "key", deployment.id().key(),
                "environment", deployment.id().environment(),
                "author", authors.describe(author))));
  }
}
