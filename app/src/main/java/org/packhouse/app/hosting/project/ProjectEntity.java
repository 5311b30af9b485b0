package org.packhouse.app.hosting.project;

import jakarta.persistence.Cacheable;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.time.Instant;
import org.hibernate.annotations.Cache;
import org.hibernate.annotations.CacheConcurrencyStrategy;
import org.jspecify.annotations.Nullable;

/** A row of {@code project}, which entities of other features may refer to. */
@Entity
@Table(name = "project")
@Cacheable
@Cache(usage = CacheConcurrencyStrategy.READ_WRITE, region = "project")
public class ProjectEntity {

  @Id
  @GeneratedValue(strategy = GenerationType.IDENTITY)
  private long id;

  private String key;
  private String name;
  private @Nullable String description;

  @Column(name = "public")
  private boolean isPublic;

  private String type;
  private @Nullable Long ownerId;
  private Instant createdAt;
  @Version private int version;

  /** For Hibernate. */
  @SuppressWarnings("NullAway.Init")
  protected ProjectEntity() {}

  ProjectEntity(String key, String name, @Nullable Long ownerId, Instant createdAt) {
    this.key = key;
    this.name = name;
    this.type = ownerId == null ? "NORMAL" : "PERSONAL";
    this.ownerId = ownerId;
    this.createdAt = createdAt;
  }

  boolean isPersonal() {
    return type.equals("PERSONAL");
  }

  Instant createdAt() {
    return createdAt;
  }

  void rename(String newKey, String newName) {
    key = newKey;
    name = newName;
  }

  void describe(@Nullable String text) {
    description = text;
  }

  void open(boolean toEverybody) {
    isPublic = toEverybody;
  }

  public Project toProject() {
    return new Project(id, key, name, description, isPublic, ownerId);
  }
}
