package org.packhouse.app.identity.user;

import jakarta.persistence.Cacheable;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import org.hibernate.annotations.Cache;
import org.hibernate.annotations.CacheConcurrencyStrategy;

/** A row of {@code groups}. Members are not mapped, as there may be thousands. */
@Entity(name = "Group")
@Table(name = "groups")
@Cacheable
@Cache(usage = CacheConcurrencyStrategy.READ_WRITE, region = "groups")
class GroupEntity {

  @Id
  @GeneratedValue(strategy = GenerationType.IDENTITY)
  private long id;

  private String name;
  @Version private int version;

  @SuppressWarnings("NullAway.Init")
  protected GroupEntity() {}

  GroupEntity(String name) {
    this.name = name;
  }

  Group toGroup() {
    return new Group(id, name);
  }
}
