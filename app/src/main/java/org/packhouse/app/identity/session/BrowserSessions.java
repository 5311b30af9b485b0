package org.packhouse.app.identity.session;

import jakarta.servlet.Filter;
import jakarta.servlet.ServletException;
import java.io.IOException;
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
public final class BrowserSessions<S extends Session> implements SessionRepository<S> {

  private final SessionRepository<S> stored;
  private final TransactionOperations transaction;

  /** The session of the request that is worked for; unbound where none is. */
  private final ScopedValue<AtomicReference<@Nullable S>> ofRequest = ScopedValue.newInstance();

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
  public Filter onceARequest(Filter filter) {
    return (request, response, chain) -> {
      try {
        ScopedValue.where(ofRequest, new AtomicReference<@Nullable S>())
            .<@Nullable Void, Exception>call(() -> {
              filter.doFilter(request, response, chain);
              return null;
            });
      } catch (IOException | ServletException | RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new ServletException(e);
      }
    };
  }

  @Override
  public @Nullable S findById(String id) {
    S known = ofRequest.isBound() ? ofRequest.get().get() : null;
    if (known != null && known.getId().equals(id)) {
      return known;
    }
    S session = stored.findById(id);
    if (ofRequest.isBound()) {
      ofRequest.get().set(session);
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
    if (ofRequest.isBound()) {
      ofRequest.get().set(null);
    }
    stored.deleteById(id);
  }
}
