package org.packhouse.app.upkeep.housekeeping;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repositories;
import org.packhouse.app.hosting.repository.RepositoryState;
import org.packhouse.app.platform.throttle.TicketRequest.Target;
import org.packhouse.app.storage.objects.RepositoryDirectories;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.event.EventListener;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Repositories whose refs need objects that are not there, or that are not in the shared home at
 * all. They are looked at when housekeeping fails, when a request does not find them, and by {@code
 * packhouse admin verify}, and stay listed until a later look finds them whole.
 */
@Component
public class RepositoryDamage implements MeterBinder {

  private static final Logger LOG = LoggerFactory.getLogger(RepositoryDamage.class);

  private final JdbcClient jdbc;
  private final RepositoryDirectories directories;
  private final ReachableObjects reachable;
  private final Repositories repositories;
  private final Clock clock;
  private final TransactionOperations apart;

  /** Repositories that were not found, and of which the log tells already. */
  private final Cache<Long, Boolean> told =
      Caffeine.newBuilder().maximumSize(10_000).expireAfterWrite(Duration.ofHours(1)).build();

  RepositoryDamage(
      JdbcClient jdbc,
      RepositoryDirectories directories,
      ReachableObjects reachable,
      Repositories repositories,
      Clock clock,
      PlatformTransactionManager transactions) {
    this.jdbc = jdbc;
    this.directories = directories;
    this.reachable = reachable;
    this.repositories = repositories;
    this.clock = clock;
    TransactionTemplate own = new TransactionTemplate(transactions);
    // The request that has not found it will be rolled back.
    own.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
    this.apart = own;
  }

  /**
   * A damaged repository.
   *
   * @param missing what is not there, in git's words
   * @param foundAt when that was found first
   */
  public record Damaged(long repositoryId, String missing, Instant foundAt) {}

  /** All that are known, those of lately first. */
  public List<Damaged> list() {
    return jdbc.sql(
            """
            select repository_id, missing, found_at from repository_damage
             order by found_at desc, repository_id
            """)
        .query((row, number) ->
            new Damaged(row.getLong(1), row.getString(2), row.getTimestamp(3).toInstant()))
        .list();
  }

  private int count() {
    return jdbc.sql("select count(*) from repository_damage").query(Integer.class).single();
  }

  /**
   * Looks whether all that the refs of a repository need is there, and writes down what is not.
   *
   * @return what is missing, in git's words; null if all is there, or it could not be found out
   *     (which is logged)
   */
  @Nullable String look(long repositoryId) {
    try {
      return lookNow(repositoryId);
    } catch (IOException e) {
      LOG.warn("Cannot look what is missing in repository {}", repositoryId, e);
      return null;
    }
  }

  /**
   * Looks as {@link #look} does.
   *
   * @throws IOException if it could not be found out
   */
  @Nullable String lookNow(long repositoryId) throws IOException {
    String missing =
        reachable.missing(Target.repository(repositoryId), directories.check(repositoryId));
    note(repositoryId, missing);
    return missing;
  }

  /** Takes note of a repository that a request has not found, once an hour. */
  @EventListener
  void on(RepositoryDirectories.Missing missing) {
    if (told.asMap().putIfAbsent(missing.repositoryId(), true) != null) {
      return;
    }
    String what = "its directory " + missing.directory();
    try {
      boolean noted =
          apart.execute(
              _ -> isThere(missing.repositoryId()) && insert(missing.repositoryId(), what) > 0);
      if (noted) {
        LOG.error(
            "Repository {} is not in the shared home: {} is missing. Its requests are refused; this is said once an hour.",
            missing.repositoryId(),
            missing.directory());
      }
    } catch (DataAccessException | TransactionException e) {
      told.invalidate(missing.repositoryId());
      LOG.warn("Cannot note that {} is missing", missing.directory(), e);
    }
  }

  /** Looks again if it was damaged. */
  void lookAgain(long repositoryId) {
    boolean damaged =
        jdbc.sql("select exists (select 1 from repository_damage where repository_id = ?)")
            .param(repositoryId)
            .query(Boolean.class)
            .single();
    if (damaged) {
      look(repositoryId);
    }
  }

  private void note(long repositoryId, @Nullable String missing) {
    if (missing == null) {
      jdbc.sql("delete from repository_damage where repository_id = ?")
          .param(repositoryId)
          .update();
      return;
    }
    LOG.error("Refs of repository {} need what is not there: {}", repositoryId, missing);
    insert(repositoryId, missing);
  }

  /** What is being made or deleted may be gone for a moment. */
  private boolean isThere(long repositoryId) {
    return repositories
        .findById(repositoryId)
        .filter(it -> it.state() == RepositoryState.AVAILABLE)
        .isPresent();
  }

  private int insert(long repositoryId, String missing) {
    return jdbc.sql(
            """
            insert into repository_damage (repository_id, missing, found_at) values (?, ?, ?)
            on conflict (repository_id) do update set missing = excluded.missing
            """)
        .params(repositoryId, missing, clock.instant().atOffset(ZoneOffset.UTC))
        .update();
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    Gauge.builder("repositories.damaged", this, RepositoryDamage::counted)
        .description("Repositories whose refs need objects that are not there")
        .register(registry);
  }

  private double counted() {
    try {
      return count();
    } catch (DataAccessException e) {
      return Double.NaN;
    }
  }
}
