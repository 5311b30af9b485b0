package org.packhouse.app.identity.password;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.session.AuthSettings;
import org.packhouse.app.identity.user.UserErased;
import org.packhouse.app.platform.cache.Caches;
import org.packhouse.app.platform.database.RowColumns;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Counts failed logins for all nodes: beyond some free ones, each doubles the delay before the
 * next.
 *
 * <p>Attempts from a network where the user has signed in before are counted by name and network
 * together, and fade: strangers cannot lock the user out. Others are counted by name and by
 * network.
 *
 * <p>An attempt is counted before its password is hashed, so that parallel attempts gain nothing.
 */
@Component
public class FailedLogins {

  private static final String NONE = "";
  private static final int MAX_FORGIVEN = 10_000;
  private static final int MAX_COUNTED = 10_000;

  /** Longer than {@code VerifiedPasswords} keeps a sign-in as recent. */
  private static final Duration COUNTED = Duration.ofMinutes(1);

  /** With this delay a guesser tries 1,440 passwords a day, and a user waits a minute at most. */
  private static final Duration MAX_DELAY = Duration.ofMinutes(1);

  /** The free guesses after each such pause are fewer a day than one each {@link #MAX_DELAY}. */
  private static final Duration FORGET_AFTER = Duration.ofMinutes(15);

  private final JdbcClient jdbc;
  private final TransactionTemplate transaction;
  private final AuthSettings settings;
  private final Clock clock;
  private final Cache<Attempt, Boolean> forgiven;
  private final Cache<String, Boolean> counted;

  FailedLogins(
      JdbcClient jdbc,
      TransactionTemplate transaction,
      AuthSettings settings,
      Clock clock,
      Caches caches) {
    this.jdbc = jdbc;
    this.transaction = transaction;
    this.settings = settings;
    this.clock = clock;
    forgiven =
        caches.build(
            "forgiven-logins",
            "Sign-ins whose failures are forgotten",
            Caffeine.newBuilder().maximumSize(MAX_FORGIVEN).expireAfterWrite(MAX_DELAY));
    counted =
        caches.build(
            "failed-logins",
            "Names with failed sign-ins",
            Caffeine.newBuilder().maximumSize(MAX_COUNTED).expireAfterWrite(COUNTED));
  }

  @EventListener
  public void on(UserErased event) {
    jdbc.sql("delete from login_failure where name = any(?)")
        .param(
            event.formerNames().stream()
                .map(name -> name.toLowerCase(Locale.ROOT))
                .toArray(String[]::new))
        .update();
  }

  /**
   * An attempt to sign in by password: the name in lower case, and whether the network is familiar.
   */
  public record Attempt(String name, String network, boolean familiar) {

    public static Attempt of(String typedName, String network, boolean familiar) {
      return new Attempt(typedName.toLowerCase(Locale.ROOT), network, familiar);
    }

    private List<Count> counts(AuthSettings settings) {
      int free = settings.freeFailures();
      if (familiar) {
        return List.of(new Count(name, network, free, MAX_DELAY.dividedBy(2)));
      }
      List<Count> counts = new ArrayList<>(List.of(new Count(name, NONE, free, null)));
      if (!network.isEmpty()) {
        counts.add(new Count(NONE, network, settings.freeFailuresPerAddress(), null));
      }
      return counts;
    }
  }

  /** A counter; {@code fading} is the time in which one failure is forgotten; null: none is. */
  private record Count(String name, String network, int free, @Nullable Duration fading) {}

  /** Refuses an attempt while its name or network is blocked, as was read with the user. */
  public void check(@Nullable Instant blockedUntil) {
    Instant now = clock.instant();
    if (blockedUntil != null && now.isBefore(blockedUntil)) {
      throw TooManySignInsException.failures(
          Duration.ofSeconds(Duration.between(now, blockedUntil).toSeconds() + 1));
    }
  }

  /** Counts an attempt as a failure before its password is verified, or refuses it uncounted. */
  void reserve(Attempt attempt) {
    counted.put(attempt.name(), true);
    transaction.executeWithoutResult(_ ->
        attempt
            .counts(settings)
            .forEach(count -> {
              int failures = count(count);
              if (failures >= count.free()) {
                jdbc.sql(
                        "update login_failure set blocked_until = ? where name = ? and address = ?")
                    .params(
                        at(clock.instant().plus(delay(failures - count.free()))),
                        count.name(),
                        count.network())
                    .update();
              }
            }));
  }

  private int count(Count count) {
    Instant now = clock.instant();
    Duration fading = count.fading();
    return jdbc.sql(
            """
            insert into login_failure as f (name, address, failures, last_failed_at)
            values (:name, :address, 1, :now)
            on conflict (name, address) do update
               set last_failed_at = excluded.last_failed_at
                 , failures = case when f.last_failed_at < :forgotten then 1
                                   else 1 + greatest(0, f.failures - floor(
                                     extract(epoch from :now - f.last_failed_at) / :fading))
                              end
             where f.blocked_until is null or f.blocked_until <= :now
            returning failures
            """)
        .param("name", count.name())
        .param("address", count.network())
        .param("now", at(now))
        .param("forgotten", at(now.minus(FORGET_AFTER)))
        .param("fading", fading == null ? Integer.MAX_VALUE : Math.max(1, fading.toSeconds()))
        .query(Integer.class)
        .optional()
        .orElseThrow(() -> waiting(count));
  }

  private TooManySignInsException waiting(Count count) {
    Instant until =
        jdbc.sql("select blocked_until from login_failure where name = ? and address = ?")
            .params(count.name(), count.network())
            .query((row, _) -> RowColumns.instant(row, "blocked_until"))
            .single();
    Duration left = until == null ? Duration.ZERO : Duration.between(clock.instant(), until);
    return TooManySignInsException.failures(Duration.ofSeconds(Math.max(0, left.toSeconds()) + 1));
  }

  /** Returns whether this node counted an attempt for the name within the last minute. */
  public boolean hasCounted(String typedName) {
    return counted.getIfPresent(typedName.toLowerCase(Locale.ROOT)) != null;
  }

  /** Uncounts an attempt whose password was right, and forgets the failures before it. */
  void takeBack(Attempt attempt) {
    counted.invalidate(attempt.name());
    transaction.executeWithoutResult(_ -> {
      forgetOwn(attempt);
      if (!attempt.familiar() && !attempt.network().isEmpty()) {
        jdbc.sql(
                """
                update login_failure
                   set failures = greatest(0, failures - 1)
                     , blocked_until = case when failures > :free then blocked_until end
                 where name = '' and address = :address
                """)
            .param("free", settings.freeFailuresPerAddress())
            .param("address", attempt.network())
            .update();
      }
    });
  }

  /**
   * Forgets failures after a password verified from memory, but once within the longest delay: a
   * program that works all day must not reset the counter for others' guesses.
   */
  public void forgive(Attempt attempt) {
    if (forgiven.asMap().putIfAbsent(attempt, true) == null) {
      transaction.executeWithoutResult(_ -> forgetOwn(attempt));
    }
  }

  private void forgetOwn(Attempt attempt) {
    jdbc.sql("delete from login_failure where name = ? and address = ?")
        .params(attempt.name(), attempt.familiar() ? attempt.network() : NONE)
        .update();
  }

  /** Unblocks a name from everywhere. */
  void forget(String name) {
    transaction.executeWithoutResult(
        _ -> jdbc.sql("delete from login_failure where name = lower(?)").param(name).update());
  }

  /** Deletes expired counters, as any name may be typed. */
  public void purge() {
    transaction.executeWithoutResult(_ ->
        jdbc.sql("delete from login_failure where last_failed_at < ?")
            .param(at(clock.instant().minus(FORGET_AFTER)))
            .update());
  }

  private static OffsetDateTime at(Instant time) {
    return time.atOffset(ZoneOffset.UTC);
  }

  private Duration delay(int beyond) {
    Duration delay = Duration.ofSeconds(1L << Math.min(beyond, 20));
    return delay.compareTo(MAX_DELAY) < 0 ? delay : MAX_DELAY;
  }
}
