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

  private final SessionRepository<S> stored;
  private final TransactionOperations transaction;

  /** The session of the request that a thread works for; unset where it works for none. */
  private final ThreadLocal<@Nullable AtomicReference<@Nullable S>> ofRequest = new ThreadLocal<>();

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
      ofRequest.set(new AtomicReference<>());
      try {
        filter.doFilter(request, response, chain);
      } finally {
        ofRequest.remove();
      }
    };
  }

  @Override
  public @Nullable S findById(String id) {
    AtomicReference<@Nullable S> found = ofRequest.get();
    S known = found == null ? null : found.get();
    if (known != null && known.getId().equals(id)) {
      return known;
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
    AtomicReference<@Nullable S> found = ofRequest.get();
    if (found != null) {
      found.set(null);
    }
    stored.deleteById(id);
  }
}
