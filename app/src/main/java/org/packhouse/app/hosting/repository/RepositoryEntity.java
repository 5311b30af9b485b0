package org.packhouse.app.hosting.repository;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.project.ProjectEntity;

/** A row of {@code repository}. */
@Entity
@Table(name = "repository")
class RepositoryEntity {

  @Id
  @GeneratedValue(strategy = GenerationType.IDENTITY)
  private long id;

  @Column(name = "project_id")
  private @Nullable Long projectId;

  @ManyToOne(fetch = FetchType.LAZY)
  @JoinColumn(name = "project_id", insertable = false, updatable = false)
  private @Nullable ProjectEntity project;

  private String slug;
  private String name;
  private @Nullable String description;
  private String hierarchyId;
  private @Nullable Long originId;
  private boolean forkable = true;

  @Column(name = "public")
  private boolean isPublic;

  private boolean archived;

  @Enumerated(EnumType.STRING)
  private RepositoryState state = RepositoryState.INITIALISING;

  private @Nullable String defaultBranch;

  private @Nullable Long quotaBytes;
  private Instant createdAt;
  private @Nullable Instant trashedAt;
  private @Nullable Long trashedBy;
  private @Nullable String trashedFrom;
  @Version private int version;

  /** The fork network; {@code originId} is null if the repository is no fork. */
  record Network(String hierarchyId, @Nullable Long originId) {}

  @SuppressWarnings("NullAway.Init")
  protected RepositoryEntity() {}

  RepositoryEntity(long projectId, String name, String slug, Network network, Instant createdAt) {
    this.projectId = projectId;
    this.name = name;
    this.slug = slug;
    this.hierarchyId = network.hierarchyId();
    this.originId = network.originId();
    this.createdAt = createdAt;
  }

  long id() {
    return id;
  }

  @Nullable Instant trashedAt() {
    return trashedAt;
  }

  Instant createdAt() {
    return createdAt;
  }

  void become(RepositoryState newState) {
    state = newState;
  }

  /** Copies the properties that users may change. */
  void take(Repository wanted) {
    projectId = wanted.project().id();
    name = wanted.name();
    slug = wanted.slug();
    description = wanted.description();
    forkable = wanted.forkable();
    isPublic = wanted.isPublic();
    archived = wanted.archived();
    defaultBranch = wanted.defaultBranch();
    quotaBytes = wanted.quotaBytes();
  }

  void nameDefaultBranch(String shortName) {
    defaultBranch = shortName;
  }

  RepositoryState state() {
    return state;
  }

  void trash(Instant at, @Nullable Long byUserId, String from) {
    trashedAt = at;
    trashedBy = byUserId;
    trashedFrom = from;
  }

  /** Replaces the project's key in the path from which the repository was deleted. */
  void renameTrashedFrom(String formerKey, String key) {
    if (trashedFrom != null) {
      trashedFrom = key + trashedFrom.substring(formerKey.length());
    }
  }

  void restore(long intoProjectId, String asName, String asSlug) {
    projectId = intoProjectId;
    name = asName;
    slug = asSlug;
    trashedAt = null;
    trashedBy = null;
    trashedFrom = null;
  }

  TrashedRepository toTrashed() {
    if (trashedAt == null || trashedFrom == null) {
      throw new IllegalStateException("Repository " + id + " is not in the trash");
    }
    return new TrashedRepository(id, projectId, name, slug, trashedFrom, trashedAt, trashedBy);
  }

  Repository toRepository() {
    if (project == null) {
      throw new IllegalStateException("Repository " + id + " is in no project");
    }
    return toRepository(project.toProject());
  }

  Repository toRepository(Project place) {
    return new RepositoryBuilder()
        .id(id)
        .project(place)
        .slug(slug)
        .name(name)
        .description(description)
        .hierarchyId(hierarchyId)
        .originId(originId)
        .forkable(forkable)
        .isPublic(isPublic)
        .archived(archived)
        .state(state)
        .defaultBranch(defaultBranch)
        .quotaBytes(quotaBytes)
        .build();
  }
}
