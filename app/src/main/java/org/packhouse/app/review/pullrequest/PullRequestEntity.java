package org.packhouse.app.review.pullrequest;

import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.review.pullrequest.PullRequest.Branch;
import org.packhouse.app.review.pullrequest.PullRequest.Description;

/** A row of {@code pull_request}. */
@Entity
@Table(name = "pull_request")
class PullRequestEntity {

  @Id
  @GeneratedValue(strategy = GenerationType.IDENTITY)
  private long id;

  private long toRepositoryId;
  private long number;
  private String toRef;
  private String toCommit;
  private @Nullable Long fromRepositoryId;
  private String fromRef;
  private String fromCommit;
  private String title;
  private @Nullable String description;
  private boolean draft;

  @Enumerated(EnumType.STRING)
  private PullRequestState state = PullRequestState.OPEN;

  private long authorId;
  private @Nullable String mergeCommit;
  private Instant createdAt;
  private Instant updatedAt;
  private @Nullable Instant closedAt;
  @Version private int version;

  /** For Hibernate. */
  @SuppressWarnings("NullAway.Init")
  protected PullRequestEntity() {}

  PullRequestEntity(
      long number, Branch from, Branch to, Description about, long authorId, Instant now) {
    this.number = number;
    this.fromRepositoryId = from.repositoryId();
    this.fromRef = from.refName();
    this.fromCommit = from.commit();
    if (to.repositoryId() == null) {
      throw new IllegalArgumentException("A pull request targets a repository that is there");
    }
    this.toRepositoryId = to.repositoryId();
    this.toRef = to.refName();
    this.toCommit = to.commit();
    this.authorId = authorId;
    this.createdAt = now;
    this.updatedAt = now;
    describe(about);
  }

  PullRequest toPullRequest() {
    return new PullRequestBuilder()
        .id(id)
        .number(number)
        .version(version)
        .from(new Branch(fromRepositoryId, fromRef, fromCommit))
        .to(new Branch(toRepositoryId, toRef, toCommit))
        .about(new Description(title, description, draft))
        .state(state)
        .authorId(authorId)
        .mergeCommit(mergeCommit)
        .created(createdAt)
        .updated(updatedAt)
        .closed(closedAt)
        .build();
  }

  boolean isOpen() {
    return state == PullRequestState.OPEN;
  }

  final void describe(Description about) {
    title = about.title();
    description = about.text();
    draft = about.draft();
  }

  void target(String refName, String commit) {
    toRef = refName;
    toCommit = commit;
  }

  /** Notes the present tips of its branches. */
  void rescope(String from, String to) {
    fromCommit = from;
    toCommit = to;
  }

  void touch(Instant now) {
    updatedAt = now;
  }

  void decline(Instant now) {
    close(PullRequestState.DECLINED, now);
  }

  /** Merged by that commit, or by a fast-forward if there is none. */
  void merge(@Nullable String commit, Instant now) {
    mergeCommit = commit;
    close(PullRequestState.MERGED, now);
  }

  private void close(PullRequestState closed, Instant now) {
    state = closed;
    closedAt = now;
    updatedAt = now;
  }

  void reopen(Instant now) {
    state = PullRequestState.OPEN;
    closedAt = null;
    updatedAt = now;
  }
}
