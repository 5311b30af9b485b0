package org.packhouse.app.platform.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.assertj.core.api.AbstractThrowableAssert;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.platform.configuration.StartRefusedException;
import org.packhouse.app.testing.TestingDatabase;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;

/** Nodes that begin: those that belong together, and those that do not. */
class NodeSessionsTest {

  private static final DriverManagerDataSource DATABASE = migrated();

  private final JdbcClient sql = JdbcClient.create(DATABASE);
  private final List<NodeSessions> running = new ArrayList<>();
  @TempDir private Path directory;

  private static DriverManagerDataSource migrated() {
    String url = TestingDatabase.createMigrated();
    return new DriverManagerDataSource(url, "postgres", "");
  }

  @BeforeEach
  void isNew() {
    sql.sql("delete from node_session").update();
    sql.sql("delete from refused_node").update();
    sql.sql(
            "update cluster_identity set id = gen_random_uuid(), had_repositories = false, is_in_home = false")
        .update();
  }

  @AfterEach
  void stop() {
    running.forEach(NodeSessions::stop);
  }

  @Test
  void nodesOfOneHomeBeginAndLeaveNoFileBehind() throws IOException {
    NodeSessions one = start("one", "shared");
    NodeSessions two = start("two", "shared");
    assertThat(one.known()).containsExactlyInAnyOrder(one.current(), two.current());
    assertThat(clusterId("shared")).hasContent(idInDatabase());
    assertThat(files("shared")).hasSize(2);
    end(two);
    end(one);
    assertThat(files("shared")).isEmpty();
    NodeSessions again = start("one", "shared");
    assertThat(again.known()).containsExactly(again.current());
    assertThat(sql.sql("select count(*) from refused_node").query(Long.class).single()).isZero();
  }

  @Test
  void aCopyOfTheHomeOfANodeThatRunsIsRefused() throws IOException {
    NodeSessions one = start("one", "shared");
    Files.createDirectories(directory.resolve("copy"));
    Files.copy(directory.resolve("one/node.name"), directory.resolve("copy/node.name"));
    refused("copy", "shared")
        .hasMessage(
            "The node %s (session %s, process %d) runs and has the name of this one, as after a copy of its home; remove %s, or set node.name."
                .formatted(
                    one.name(),
                    one.current(),
                    ProcessHandle.current().pid(),
                    directory.resolve("copy/node.name")));
    assertThat(one.known()).containsExactly(one.current());
    assertThat(files("shared")).hasSize(1);
    assertThat(lastRefusal()).startsWith(one.name() + ": The node ");
    assertThat(start("copy", "shared", "another").name()).isEqualTo("another");
  }

  @Test
  void aNameIsFreeWhenItsProcessIsGone() {
    sql.sql(
            """
            insert into node_session
              (id, node_name, address, local_lock, machine, process, shared_file)
            values (?, 'north', 'process 0', 'another lock', ?, ?, ?)
            """)
        .params(UUID.randomUUID(), Machine.processes(), Long.MAX_VALUE, UUID.randomUUID())
        .update();
    NodeSessions north = start("one", "shared", "north");
    assertThat(north.known()).hasSize(2);
    north.endDead(session -> {});
    assertThat(north.known()).containsExactly(north.current());
  }

  @Test
  void theSessionOfAProcessThatHadThisHomeIsDeadAtOnce() {
    NodeSessions one = start("one", "shared");
    UUID left = UUID.randomUUID();
    sql.sql(
            """
            insert into node_session (id, node_name, address, local_lock, machine, process)
            select ?, node_name, address, local_lock, machine, process from node_session
            """)
        .param(left)
        .update();
    end(one);
    NodeSessions again = start("one", "shared");
    assertThat(again.known()).containsExactlyInAnyOrder(left, again.current());
    again.endDead(session -> assertThat(session).isEqualTo(left));
    assertThat(again.known()).containsExactly(again.current());
  }

  @Test
  void anEmptySharedHomeIsRefusedWhetherTheOtherNodeRunsOrNot() throws IOException {
    NodeSessions one = start("one", "shared");
    String sentence =
        "The shared home %s is not that of the database, or is not mounted: the database belongs to cluster %s, and there is no file %s."
            .formatted(directory.resolve("empty"), idInDatabase(), clusterId("empty"));
    refused("two", "empty").hasMessage(sentence);
    end(one);
    refused("two", "empty").hasMessage(sentence);
    assertThat(clusterId("empty")).doesNotExist();
    assertThat(directory.resolve("empty/nodes")).doesNotExist();
  }

  @Test
  void anEmptySharedHomeIsRefusedAfterAnUpgradeToo() throws IOException {
    sql.sql("update cluster_identity set had_repositories = true").update();
    refused("one", "empty").hasMessageStartingWith("The shared home " + directory.resolve("empty"));
    Files.createDirectories(directory.resolve("shared/repositories/0a/10.git"));
    assertThat(start("one", "shared").isRunning()).isTrue();
    assertThat(clusterId("shared")).hasContent(idInDatabase());
  }

  @Test
  void anotherDatabaseIsRefused() throws IOException {
    end(start("one", "shared"));
    String owner = idInDatabase();
    isNew();
    refused("one", "shared")
        .hasMessage(
            "The database belongs to cluster %s, but the shared home %s to cluster %s (%s); correct jdbc.url or packhouse.shared-home."
                .formatted(
                    idInDatabase(), directory.resolve("shared"), owner, clusterId("shared")));
  }

  @Test
  void aCopyOfTheSharedHomeIsRefusedWhileItsOwnerLives() throws Exception {
    NodeSessions one = start("one", "shared");
    copySharedHome();
    // As the heartbeat, which comes every ten seconds.
    AtomicBoolean refused = new AtomicBoolean();
    Thread beats =
        Thread.startVirtualThread(() -> {
          while (!refused.get()) {
            sql.sql("update node_session set heartbeat_at = now()").update();
          }
        });
    try {
      refused("two", "copied")
          .hasMessageStartingWith("The node " + one.name())
          .hasMessageEndingWith("does not change: the nodes do not share one home.");
      Files.delete(onlyFile("copied"));
      refused("two", "copied")
          .hasMessageEndingWith("is not there: the nodes do not share one home.");
    } finally {
      refused.set(true);
      beats.join();
    }
    assertThat(one.known()).containsExactly(one.current());
  }

  private void copySharedHome() throws IOException {
    Files.createDirectories(directory.resolve("copied/config"));
    Files.createDirectories(directory.resolve("copied/nodes"));
    Files.copy(clusterId("shared"), clusterId("copied"));
    Path file = onlyFile("shared");
    Files.copy(file, directory.resolve("copied/nodes").resolve(file.getFileName()));
  }

  private Path onlyFile(String shared) throws IOException {
    assertThat(files(shared)).hasSize(1);
    return files(shared).getFirst();
  }

  private NodeSessions start(String local, String shared) {
    return start(local, shared, null);
  }

  private NodeSessions start(String local, String shared, @Nullable String name) {
    NodeSessions node = node(local, shared, name);
    node.start();
    running.add(node);
    return node;
  }

  private void end(NodeSessions node) {
    running.remove(node);
    node.stop();
  }

  private AbstractThrowableAssert<?, ? extends Throwable> refused(String local, String shared) {
    NodeSessions node = node(local, shared, null);
    return assertThatThrownBy(node::start).isInstanceOf(StartRefusedException.class);
  }

  private NodeSessions node(String local, String shared, @Nullable String name) {
    Homes homes = new Homes(directory.resolve(local), directory.resolve(shared));
    try {
      Files.createDirectories(homes.local());
      Files.createDirectories(homes.repositories());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new NodeSessions(
        sql,
        new JdbcTransactionManager(DATABASE),
        homes,
        new NodeNameSettings(name),
        new SharedHomeProbe(homes.nodes()),
        event -> {});
  }

  private Path clusterId(String shared) {
    return directory.resolve(shared).resolve("config/cluster.id");
  }

  private String idInDatabase() {
    return sql.sql("select id from cluster_identity").query(UUID.class).single().toString();
  }

  private String lastRefusal() {
    return sql.sql("select node_name || ': ' || reason from refused_node order by id desc limit 1")
        .query(String.class)
        .single();
  }

  private List<Path> files(String shared) throws IOException {
    try (var found = Files.list(directory.resolve(shared).resolve("nodes"))) {
      return found.toList();
    }
  }
}
