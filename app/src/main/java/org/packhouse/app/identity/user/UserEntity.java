package org.packhouse.app.identity.user;

import jakarta.persistence.Cacheable;
import jakarta.persistence.CollectionTable;
import jakarta.persistence.Column;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.util.HashSet;
import java.util.Set;
import org.hibernate.annotations.Cache;
import org.hibernate.annotations.CacheConcurrencyStrategy;
import org.hibernate.annotations.NaturalId;
import org.hibernate.annotations.NaturalIdCache;
import org.jspecify.annotations.Nullable;

/** A row of {@code users}. */
@Entity(name = "User")
@Table(name = "users")
@Cacheable
@Cache(usage = CacheConcurrencyStrategy.READ_WRITE, region = "users")
@NaturalIdCache
class UserEntity {

  @Id
  @GeneratedValue(strategy = GenerationType.IDENTITY)
  private @Nullable Long id;

  private String name;

  @NaturalId(mutable = true)
  private String slug;

  @Column(name = "display_name")
  private String displayName;

  @Column(name = "email_address")
  private @Nullable String emailAddress;

  @Enumerated(EnumType.STRING)
  private UserType type;

  private boolean active = true;
  private boolean deleted;
  private long stamp = 1;

  @ElementCollection
  @CollectionTable(name = "former_user_name", joinColumns = @JoinColumn(name = "user_id"))
  @Column(name = "name")
  private Set<String> formerNames = new HashSet<>();

  @Version private int version;

  @SuppressWarnings("NullAway.Init")
  protected UserEntity() {}

  UserEntity(
      String name, String slug, String displayName, @Nullable String emailAddress, UserType type) {
    this.name = name;
    this.slug = slug;
    this.displayName = displayName;
    this.emailAddress = emailAddress;
    this.type = type;
  }

  boolean isDeleted() {
    return deleted;
  }

  boolean hasSlug(String asked) {
    return slug.equals(asked);
  }

  User toUser() {
    if (id == null) {
      throw new IllegalStateException("User " + name + " is not saved");
    }
    return new UserBuilder()
        .id(id)
        .name(name)
        .slug(slug)
        .displayName(displayName)
        .emailAddress(emailAddress)
        .type(type)
        .active(active)
        .stamp(stamp)
        .build();
  }

  Set<String> formerNames() {
    return Set.copyOf(formerNames);
  }

  void rename(String newName, String newSlug) {
    formerNames.add(name);
    formerNames.remove(newName);
    name = newName;
    slug = newSlug;
    stamp++;
  }

  void describe(String newDisplayName, @Nullable String newEmailAddress) {
    displayName = newDisplayName;
    emailAddress = newEmailAddress;
  }

  void activate(boolean nowActive) {
    active = nowActive;
    stamp++;
  }

  void voidCredentials() {
    stamp++;
  }

  void delete() {
    active = false;
    deleted = true;
    stamp++;
  }

  /** Replaces all personal data. */
  void erase(String identifier) {
    name = identifier;
    slug = identifier;
    displayName = identifier;
    emailAddress = null;
    formerNames.clear();
    stamp++;
  }

  /** Revives a deleted account for a new user of its name. */
  void revive(String asTyped, String newDisplayName, @Nullable String newEmailAddress) {
    name = asTyped;
    displayName = newDisplayName;
    emailAddress = newEmailAddress;
    active = true;
    deleted = false;
    stamp++;
  }
}
