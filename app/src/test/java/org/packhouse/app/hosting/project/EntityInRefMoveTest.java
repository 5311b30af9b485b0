package org.packhouse.app.hosting.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.packhouse.app.storage.refs.RefsKit;
import org.packhouse.app.storage.refs.move.RefUpdates;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.hooks.RefCause;
import org.packhouse.hooks.RefChange;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.support.TransactionTemplate;

/** An entity that is written in the transaction that moves refs shares its fate. */
class EntityInRefMoveTest {

  private static final String MAIN = "refs/heads/main";
  private static final AtomicInteger COUNTER = new AtomicInteger();

  private final TestingServer server = TestingServer.shared();
  private final ProjectStore projects = server.get(ProjectStore.class);
  private final String key = "ENTITY" + COUNTER.incrementAndGet();
  private RefsKit kit;

  @BeforeEach
  void makeRepository() throws IOException {
    kit = new RefsKit(server);
  }

  private ProjectEntity project() {
    return new ProjectEntity(key, "Entity " + key, null, Instant.EPOCH);
  }

  private List<RefUpdates.Result> move(RefUpdates.InTransaction work) throws IOException {
    RefChange change = RefsKit.add(MAIN, kit.commit("one"));
    return kit.get(RefUpdates.class)
        .apply(new RefUpdates.Update(kit.request(RefCause.EDIT, change), true, work, null), null);
  }

  private boolean hasMoved() throws IOException {
    return kit.snapshot().find(MAIN).isPresent();
  }

  private Optional<String> description() {
    return projects.findByKey(key).map(ProjectEntity::toProject).map(Project::description);
  }

  @Test
  void commitsWithTheMove() throws IOException {
    List<RefUpdates.Result> results =
        move(moved -> {
          ProjectEntity project = projects.saveAndFlush(project());
          // Written by the flush before the refs move, and by no save.
          project.describe(moved.getFirst().refName());
          assertThat(seenByOthers()).isZero();
        });
    assertThat(results.getFirst().moved()).isTrue();
    assertThat(hasMoved()).isTrue();
    assertThat(description()).contains(MAIN);
  }

  /** Rows that are committed: the connection is one of another thread. */
  private long seenByOthers() {
    return java.util.concurrent.CompletableFuture.supplyAsync(() -> rows()).join();
  }

  private long rows() {
    return server
        .get(JdbcClient.class)
        .sql("select count(*) from project where key = ?")
        .param(key)
        .query(Long.class)
        .single();
  }

  @Test
  void rollsBackWithTheMove() throws IOException {
    assertThatThrownBy(() ->
            move(moved -> {
              projects.saveAndFlush(project());
              assertThat(rows()).as("statements join as well").isOne();
              throw new IllegalStateException("no");
            }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("no");
    assertThat(rows()).isZero();
    assertThat(hasMoved()).isFalse();
    assertThat(pending()).isZero();
  }

  @Test
  void undoesTheMoveIfTheEntityCannotBeWritten() throws IOException {
    projects.saveAndFlush(project());
    assertThatThrownBy(() -> move(moved -> projects.saveAndFlush(project())))
        .isInstanceOf(DataIntegrityViolationException.class);
    assertThat(hasMoved()).isFalse();
    assertThat(pending()).isZero();
  }

  @Test
  void undoesTheMoveIfSomebodyElseHasChangedTheEntity() throws IOException {
    projects.saveAndFlush(project());
    assertThatThrownBy(() ->
            move(moved -> {
              ProjectEntity project = projects.findByKey(key).orElseThrow();
              java.util.concurrent.CompletableFuture.runAsync(this::describeElsewhere).join();
              project.describe("mine");
            }))
        .isInstanceOf(OptimisticLockingFailureException.class);
    assertThat(hasMoved()).isFalse();
    assertThat(description()).contains("elsewhere");
  }

  private void describeElsewhere() {
    server
        .get(TransactionTemplate.class)
        .executeWithoutResult(
            transaction -> projects.findByKey(key).orElseThrow().describe("elsewhere"));
  }

  @Test
  void undoesTheMoveIfAPartOfTheTransactionHasGivenUp() throws IOException {
    assertThatThrownBy(() ->
            move(moved -> {
              projects.saveAndFlush(project());
              server
                  .get(TransactionTemplate.class)
                  .executeWithoutResult(TransactionStatus::setRollbackOnly);
            }))
        .isInstanceOf(UnexpectedRollbackException.class);
    assertThat(hasMoved()).isFalse();
    assertThat(rows()).isZero();
  }

  @Test
  void isApartFromTheTransactionOfTheCaller() throws IOException {
    assertThatThrownBy(() ->
            server
                .get(TransactionTemplate.class)
                .execute(transaction -> {
                  projects.saveAndFlush(project());
                  assertThat(movedWithin()).isNull();
                  throw new IllegalStateException("no");
                }))
        .hasMessage("no");
    assertThat(hasMoved()).isTrue();
    assertThat(rows()).isZero();
  }

  private @Nullable String movedWithin() {
    try {
      return move(moved -> assertThat(rows()).isZero()).getFirst().problem();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private long pending() {
    return server
        .get(JdbcClient.class)
        .sql("select count(*) from pending_ref_update where repository_id = ?")
        .param(kit.repositoryId)
        .query(Long.class)
        .single();
  }
}
