package org.packhouse.cluster.hibernate;

import jakarta.persistence.Cacheable;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import org.hibernate.annotations.Cache;
import org.hibernate.annotations.CacheConcurrencyStrategy;
import org.hibernate.annotations.NaturalId;
import org.hibernate.annotations.NaturalIdCache;

/** A cached test entity. */
@Entity
@Table(name = "note")
@Cacheable
@Cache(usage = CacheConcurrencyStrategy.READ_WRITE, region = "note")
@NaturalIdCache
class Note {

  @Id
  @GeneratedValue(strategy = GenerationType.IDENTITY)
  @Column(name = "id")
  private long id;

  @NaturalId(mutable = true)
  @Column(name = "title")
  private String title;

  @Column(name = "text")
  private String text;

  @Version
  @Column(name = "version")
  private int version;

  @SuppressWarnings("NullAway.Init")
  protected Note() {}

  Note(String title, String text) {
    this.title = title;
    this.text = text;
  }

  long id() {
    return id;
  }

  String text() {
    return text;
  }

  int version() {
    return version;
  }

  void entitle(String newTitle) {
    title = newTitle;
  }

  void write(String newText) {
    text = newText;
  }
}
