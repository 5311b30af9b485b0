package org.packhouse.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.testing.TestingDatabase;
import org.packhouse.app.testing.TestingServer;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** A machine beside a node that runs, asked whether it could be another. */
class ClusterCheckTest {

  private final TestingServer server = TestingServer.shared();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  @TempDir private Path home;

  @Test
  void makesARoundWithTheNodesThatRunAndLeavesNothingBehind() throws IOException {
    Path shared = server.home().resolve("shared");
    assertThat(check(shared)).as(out::toString).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8).lines())
        .anyMatch(line -> line.startsWith("ok     database: "))
        .anyMatch(line -> line.startsWith("ok     connections of the database: max_connections"))
        .anyMatch(line -> line.startsWith("ok     mount of the shared home: "))
        .anyMatch(line -> line.startsWith("ok     writes and reads in the shared home: done"))
        .anyMatch(line -> line.startsWith("ok     place in the cluster: none is set"))
        .contains("ok     cluster id: the shared home and the database belong together")
        .anyMatch(line -> line.startsWith("ok     local home and name: "))
        .anyMatch(line -> line.startsWith("ok     files of the nodes that run: this machine sees"))
        .anyMatch(
            line -> line.startsWith("ok     round of reads and writes with them: all answered: "));
    try (Stream<Path> left = Files.list(shared.resolve("nodes"))) {
      assertThat(left.map(file -> file.getFileName().toString()))
          .noneMatch(name -> name.startsWith("round-"));
    }
  }

  @Test
  @Tag("full")
  @Tag("cluster")
  void saysWhyAMachineWithAnotherSharedHomeCouldBeNone() {
    assertThat(check(home.resolve("not mounted"))).isEqualTo(1);
    assertThat(out.toString(StandardCharsets.UTF_8).lines())
        .anyMatch(line ->
            line.startsWith("FAILED cluster id: ") && line.contains("is not that of the database"))
        .anyMatch(line ->
            line.startsWith("FAILED files of the nodes that run: ")
                && line.contains("the nodes do not share one home"))
        .anyMatch(line ->
            line.startsWith("FAILED round of reads and writes with them: ")
                && line.contains("it cannot read what this machine wrote"));
  }

  @Test
  void refusesAPlaceThatTheStartWouldRefuse() {
    Path shared = server.home().resolve("shared");
    String url = server.get(Environment.class).getRequiredProperty("jdbc.url");
    assertThat(
            check(
                shared,
                url,
                "--hazelcast.network.tcpip=true",
                "--hazelcast.network.tcpip.members=192.0.2.1,192.0.2.2",
                "--hazelcast.local.address=192.0.2.3",
                "--hazelcast.group.password=a secret of this house"))
        .isEqualTo(1);
    assertThat(out.toString(StandardCharsets.UTF_8).lines())
        .filteredOn(line -> line.startsWith("FAILED"))
        .containsExactly(
            "FAILED place in the cluster: hazelcast.local.address is '192.0.2.3', which is no address of this machine.");
  }

  /** Nodes that run may have another schema, and a database that is to be one may have none. */
  @Test
  void leavesTheSchemaAsItIs() {
    String url = TestingDatabase.create();
    check(home.resolve("shared"), url);
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("ok     database: ");
    assertThat(
            JdbcClient.create(new DriverManagerDataSource(url, "postgres", ""))
                .sql("select count(*) from pg_tables where schemaname = 'public'")
                .query(Integer.class)
                .single())
        .isZero();
  }

  private int check(Path shared) {
    return check(shared, server.get(Environment.class).getRequiredProperty("jdbc.url"));
  }

  private int check(Path shared, String url, String... settings) {
    PrintStream said = new PrintStream(out, true, StandardCharsets.UTF_8);
    Stream<String> words =
        Stream.of(
            "admin",
            "check-cluster",
            "--packhouse.home=" + home,
            "--packhouse.shared-home=" + shared,
            "--jdbc.url=" + url,
            "--jdbc.user=postgres",
            "--jdbc.password=");
    String[] all = Stream.concat(words, Stream.of(settings)).toArray(String[]::new);
    return AdminCommand.run(all, said, said);
  }
}
