package org.packhouse.app.identity.session;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.token.RandomSecret;
import org.packhouse.app.identity.user.Users;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.security.core.Authentication;
import org.springframework.security.web.authentication.RememberMeServices;
import org.springframework.security.web.authentication.logout.LogoutHandler;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * "Keep me signed in": a cookie of a series and a secret, whose hash is stored. Each use replaces
 * the secret. The former one is accepted for a minute, as a browser opens several pages at once;
 * later it means that the cookie was copied, and the series ends.
 */
@Component
public class RememberMeCookies implements RememberMeServices, LogoutHandler {

  static final String COOKIE = "packhouse-remember-me";

  private static final Duration GRACE = Duration.ofMinutes(1);
  private static final Pattern FORM = Pattern.compile("([A-Za-z0-9_-]{22})\\.([A-Za-z0-9_-]{43})");

  private final Users users;
  private final JdbcClient jdbc;
  private final TransactionTemplate transaction;
  private final AuthSettings settings;
  private final Clock clock;
  private final SignInAudit audit;

  RememberMeCookies(
      Users users,
      JdbcClient jdbc,
      TransactionTemplate transaction,
      AuthSettings settings,
      Clock clock,
      SignInAudit audit) {
    this.audit = audit;
    this.users = users;
    this.jdbc = jdbc;
    this.transaction = transaction;
    this.settings = settings;
    this.clock = clock;
  }

  /** A series, and whether the secret shown is the present or the former one. */
  private record Row(
      long userId, long userStamp, boolean present, boolean former, Instant lastUsedAt) {}

  private record Ticket(String series, String secret) {
    byte[] hash() {
      return RandomSecret.hash(secret);
    }
  }

  @Override
  public void loginSuccess(
      HttpServletRequest request, HttpServletResponse response, Authentication authentication) {
    if (authentication instanceof SignedInSession session
        && request.getParameter("remember-me") != null) {
      Ticket ticket = new Ticket(RandomSecret.text(16), RandomSecret.text(32));
      jdbc.sql(
              """
              insert into remember_me (series, user_id, token_hash, user_stamp, last_used_at)
              values (?, ?, ?, ?, ?)
              """)
          .params(ticket.series(), session.userId(), ticket.hash(), session.stamp(), now())
          .update();
      send(request, response, ticket);
    }
  }

  @Override
  public @Nullable Authentication autoLogin(
      HttpServletRequest request, HttpServletResponse response) {
    Ticket shown = read(request);
    if (shown == null) {
      return null;
    }
    SignedInSession session = transaction.execute(_ -> use(shown, request, response));
    if (session == null) {
      clear(request, response);
    }
    return session;
  }

  @Override
  public void loginFail(HttpServletRequest request, HttpServletResponse response) {
    clear(request, response);
  }

  @Override
  public void logout(
      HttpServletRequest request,
      HttpServletResponse response,
      @Nullable Authentication authentication) {
    Ticket ticket = read(request);
    if (ticket != null) {
      end(ticket.series());
      clear(request, response);
    }
  }

  /** Deletes expired series. */
  public void purge() {
    jdbc.sql("delete from remember_me where last_used_at < ?")
        .param(clock.instant().minus(settings.rememberMe()).atOffset(ZoneOffset.UTC))
        .update();
  }

  private @Nullable SignedInSession use(
      Ticket shown, HttpServletRequest request, HttpServletResponse response) {
    Row row = find(shown).orElse(null);
    SignedInSession session = row == null ? null : session(row);
    if (row == null || session == null || isOver(row)) {
      end(shown.series());
      return null;
    }
    if (row.present()) {
      Ticket next = new Ticket(shown.series(), RandomSecret.text(32));
      jdbc.sql(
              """
              update remember_me set former_hash = token_hash, token_hash = ?, last_used_at = ?
              where series = ?
              """)
          .params(next.hash(), now(), next.series())
          .update();
      send(request, response, next);
      users
          .findById(row.userId())
          .ifPresent(user -> audit.sessionBegun(user, "remembered", request.getRemoteAddr()));
      return session;
    }
    boolean justReplaced = row.former() && clock.instant().isBefore(row.lastUsedAt().plus(GRACE));
    if (!justReplaced) {
      end(shown.series());
      return null;
    }
    return session;
  }

  /** Returns null if the user is gone, or has another stamp than at the start of the series. */
  private @Nullable SignedInSession session(Row row) {
    return users
        .findById(row.userId())
        .filter(user -> user.stamp() == row.userStamp())
        .map(SignedInSession::of)
        .orElse(null);
  }

  private boolean isOver(Row row) {
    return clock.instant().isAfter(row.lastUsedAt().plus(settings.rememberMe()));
  }

  private Optional<Row> find(Ticket shown) {
    return jdbc.sql(
            """
            select user_id, user_stamp, token_hash = :hash as present
                 , coalesce(former_hash = :hash, false) as former, last_used_at
              from remember_me where series = :series for update
            """)
        .param("series", shown.series())
        .param("hash", shown.hash())
        .query(Row.class)
        .optional();
  }

  private void end(String series) {
    jdbc.sql("delete from remember_me where series = ?").param(series).update();
  }

  private OffsetDateTime now() {
    return clock.instant().atOffset(ZoneOffset.UTC);
  }

  private static @Nullable Ticket read(HttpServletRequest request) {
    Cookie[] cookies = request.getCookies();
    if (cookies != null) {
      for (Cookie cookie : cookies) {
        var matcher = FORM.matcher(String.valueOf(cookie.getValue()));
        if (cookie.getName().equals(COOKIE) && matcher.matches()) {
          return new Ticket(matcher.group(1), matcher.group(2));
        }
      }
    }
    return null;
  }

  private void send(HttpServletRequest request, HttpServletResponse response, Ticket ticket) {
    write(
        request,
        response,
        ticket.series() + "." + ticket.secret(),
        (int) settings.rememberMe().toSeconds());
  }

  private static void clear(HttpServletRequest request, HttpServletResponse response) {
    write(request, response, "", 0);
  }

  private static void write(
      HttpServletRequest request, HttpServletResponse response, String value, int seconds) {
    Cookie cookie = new Cookie(COOKIE, value);
    cookie.setMaxAge(seconds);
    cookie.setPath(request.getContextPath().isEmpty() ? "/" : request.getContextPath());
    cookie.setHttpOnly(true);
    cookie.setSecure(request.isSecure());
    cookie.setAttribute("SameSite", "Lax");
    response.addCookie(cookie);
  }
}
