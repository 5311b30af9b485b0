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
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.SimplePropertyRowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Keeps the list of damaged repositories: refs need missing objects, or the directory is missing.
 * Repositories are checked when housekeeping fails, when a request does not find one, and by {@code
 * packhouse admin verify}; they stay listed until a later check finds them whole.
 */
@Component
public class RepositoryDamage implements MeterBinder {

  private static final Logger LOG = LoggerFactory.getLogger(RepositoryDamage.class);

  private static final RowMapper<Damaged> DAMAGED = new SimplePropertyRowMapper<>(Damaged.class);

  private final JdbcClient jdbc;
  private final RepositoryDirectories directories;
  private final ReachableObjects reachable;
  private final Repositories repositories;
  private final Clock clock;
  private final TransactionOperations apart;

  /** Missing repositories that were logged already. */
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

  /** A damaged repository, and what is missing in git's words. */
  public record Damaged(long repositoryId, String missing, Instant foundAt) {}

  /** Returns the damaged repositories, the latest first. */
  public List<Damaged> list() {
    return jdbc.sql(
            """
            select repository_id, missing, found_at from repository_damage
             order by found_at desc, repository_id
            """)
        .query(DAMAGED)
        .list();
  }

  private int count() {
    return jdbc.sql("select count(*) from repository_damage").query(Integer.class).single();
  }

  /**
   * Checks a repository and records what is missing; null: nothing, or a failure, which is logged.
   */
  @Nullable String look(long repositoryId) {
    try {
      return lookNow(repositoryId);
    } catch (IOException e) {
      LOG.warn("Repository {} cannot be checked for missing objects", repositoryId, e);
      return null;
    }
  }

  /** Checks as {@link #look} does, and throws if the check itself fails. */
  @Nullable String lookNow(long repositoryId) throws IOException {
    String missing =
        reachable.missing(Target.repository(repositoryId), directories.check(repositoryId));
    note(repositoryId, missing);
    return missing;
  }

  /** Records a repository that a request did not find, once an hour. */
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
      LOG.warn("The missing directory {} cannot be recorded", missing.directory(), e);
    }
  }

  /** Checks a repository again that was damaged. */
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

  /** The directory of a repository that is being created or deleted may be missing. */
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
        .description("Repositories that miss objects which their refs need")
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
