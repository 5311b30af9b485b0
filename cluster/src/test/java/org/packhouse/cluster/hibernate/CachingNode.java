package org.packhouse.cluster.hibernate;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import org.hibernate.KeyType;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.jspecify.annotations.Nullable;
import org.packhouse.cluster.Topics;

/** A node that caches notes. */
final class CachingNode implements AutoCloseable {

  final AtomicBoolean cut = new AtomicBoolean();
  final LocalRegionFactory cache = new LocalRegionFactory(1_000);
  private final SessionFactory sessions;

  CachingNode(String url, Topics topics, UUID self) {
    Configuration configuration = new Configuration().addAnnotatedClass(Note.class);
    configuration.setProperty("hibernate.connection.url", url);
    configuration.setProperty("hibernate.connection.username", "postgres");
    configuration.setProperty("hibernate.connection.password", "");
    configuration.setProperty("hibernate.connection.pool_size", "10");
    configuration.setProperty("hibernate.generate_statistics", "true");
    configuration.setProperty("hibernate.session.events.log", "false");
    configuration.getProperties().put("hibernate.cache.region.factory_class", cache);
    sessions = configuration.buildSessionFactory();
    cache.connect(topics, self::equals, cut::get);
  }

  /** The text found, and the number of statements. */
  record Found(@Nullable String text, long statements) {}

  Found find(long id) {
    return found(session -> session.find(Note.class, id));
  }

  Found find(String title) {
    return found(session -> session.find(Note.class, title, KeyType.NATURAL));
  }

  /** Finds a note for a decision. */
  Found require(long id) {
    long before = sessions.getStatistics().getPrepareStatementCount();
    try (Session session = sessions.openSession()) {
      return new Found(
          session.find(Note.class, id).text(),
          sessions.getStatistics().getPrepareStatementCount() - before);
    }
  }

  private Found found(Function<Session, @Nullable Note> finder) {
    long before = sessions.getStatistics().getPrepareStatementCount();
    try (Session session = sessions.openSession()) {
      Note note = FreshRows.<@Nullable Note>whichMayBeLate(() -> finder.apply(session));
      return new Found(
          note == null ? null : note.text(),
          sessions.getStatistics().getPrepareStatementCount() - before);
    }
  }

  /** Returns the number of statements for finding these notes. */
  long findAll(List<Long> ids) {
    long before = sessions.getStatistics().getPrepareStatementCount();
    try (Session session = sessions.openSession()) {
      if (FreshRows.whichMayBeLate(() -> session.findMultiple(Note.class, ids)).contains(null)) {
        throw new IllegalStateException("Some notes are missing: " + ids);
      }
    }
    return sessions.getStatistics().getPrepareStatementCount() - before;
  }

  long create(String title, String text) {
    Note note = new Note(title, text);
    sessions.inTransaction(session -> session.persist(note));
    return note.id();
  }

  void change(long id, Consumer<Note> change) {
    sessions.inTransaction(session -> change.accept(session.find(Note.class, id)));
  }

  void delete(long id) {
    sessions.inTransaction(session -> session.remove(session.find(Note.class, id)));
  }

  void inTransaction(Consumer<Session> work) {
    sessions.inTransaction(work);
  }

  @Override
  public void close() {
    sessions.close();
  }
}
