package org.packhouse.app.identity.auth;

import jakarta.servlet.Filter;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.springframework.session.Session;
import org.springframework.session.SessionRepository;
import org.springframework.transaction.support.TransactionOperations;

/**
 * Sessions of browsers, each read once a request: Spring Session asks for one anew after it has
 * answered, only to learn its id. What is written for a request is written in one transaction; a
 * read is one statement and needs none.
 */
final class BrowserSessions<S extends Session> implements SessionRepository<S> {

  /** The session of the request that a thread works for; unset where it works for none. */
  private static final ThreadLocal<@Nullable AtomicReference<@Nullable Session>> OF_REQUEST =
      new ThreadLocal<>();

  private final SessionRepository<S> stored;
  private final TransactionOperations transaction;

  private BrowserSessions(SessionRepository<S> stored, TransactionOperations transaction) {
    this.stored = stored;
    this.transaction = transaction;
  }

  /** Over a repository that begins no transactions itself. */
  static <S extends Session> BrowserSessions<S> of(
      SessionRepository<S> stored, TransactionOperations transaction) {
    return new BrowserSessions<>(stored, transaction);
  }

  /**
   * A filter's work on one request, for which a session that was found is the one that is asked.
   */
  Filter onceARequest(Filter filter) {
    return (request, response, chain) -> {
      OF_REQUEST.set(new AtomicReference<>());
      try {
        filter.doFilter(request, response, chain);
      } finally {
        OF_REQUEST.remove();
      }
    };
  }

  @Override
  public @Nullable S findById(String id) {
    AtomicReference<@Nullable Session> found = OF_REQUEST.get();
    Session known = found == null ? null : found.get();
    if (known != null && known.getId().equals(id)) {
      @SuppressWarnings("unchecked") // It was found here.
      S same = (S) known;
      return same;
    }
    S session = stored.findById(id);
    if (found != null) {
      found.set(session);
    }
    return session;
  }

  @Override
  public S createSession() {
    return stored.createSession();
  }

  @Override
  public void save(S session) {
    transaction.executeWithoutResult(_ -> stored.save(session));
  }

  @Override
  public void deleteById(String id) {
    AtomicReference<@Nullable Session> found = OF_REQUEST.get();
    if (found != null) {
      found.set(null);
    }
    stored.deleteById(id);
  }
}
