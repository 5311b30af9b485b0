package org.packhouse.app.platform.node;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.SimplePropertyRowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * A round trip between nodes through the shared home and the database: one writes a file and a row;
 * each running node reads the file and writes one with the same content, and a row; the first reads
 * those.
 */
final class ClusterRoundTrips {

  private static final Duration PATIENCE = NodeSessions.BEAT_EVERY.multipliedBy(2).plusSeconds(5);
  private static final RowMapper<Response> RESPONSE = new SimplePropertyRowMapper<>(Response.class);
  private static final Duration LOOK_EVERY = Duration.ofMillis(200);

  private final JdbcClient sql;
  private final Path directory;

  ClusterRoundTrips(JdbcClient sql, Homes homes) {
    this.sql = sql;
    this.directory = homes.nodes();
  }

  /** Answers all rounds that this session has not answered. */
  void respond(UUID session, String name) {
    List<UUID> rounds =
        sql.sql(
                """
                select id from cluster_round r
                 where asked_at > now() - interval '5 minutes'
                   and not exists (select 1 from cluster_round_response
                                    where round_id = r.id and session_id = ?)
                """)
            .param(session)
            .query((row, _) -> row.getObject(1, UUID.class))
            .list();
    for (UUID round : rounds) {
      sql.sql(
              """
              insert into cluster_round_response (round_id, session_id, node_name, problem)
              select r.id, ?, ?, ? from cluster_round r where r.id = ? on conflict do nothing
              """)
          .params(session, name)
          .param(readAndWrite(round, session))
          .param(round)
          .update();
    }
  }

  /** Returns the problem, or null. */
  private @Nullable String readAndWrite(UUID round, UUID session) {
    try {
      String content = read(question(round));
      write(response(round, session), content);
      return null;
    } catch (IOException e) {
      return e.toString();
    }
  }

  private Path question(UUID round) {
    return directory.resolve("round-" + round);
  }

  private Path response(UUID round, UUID session) {
    return directory.resolve("round-" + round + "-" + session);
  }

  /** Opens the directory first, to refresh the cache of a network file system. */
  private String read(Path file) throws IOException {
    try (DirectoryStream<Path> _ = Files.newDirectoryStream(directory)) {
      return Files.readString(file);
    }
  }

  private static void write(Path file, String content) throws IOException {
    Files.writeString(
        file,
        content,
        StandardOpenOption.CREATE,
        StandardOpenOption.TRUNCATE_EXISTING,
        StandardOpenOption.WRITE,
        StandardOpenOption.SYNC);
  }

  private record Response(UUID session, String name, @Nullable String problem) {}

  /** Runs a round and returns problems by the names of the nodes that must answer. */
  Map<String, String> ask(Map<UUID, String> sessions) throws IOException {
    UUID round = UUID.randomUUID();
    String content = "round " + UUID.randomUUID() + "\n";
    Files.createDirectories(directory);
    write(question(round), content);
    sql.sql("insert into cluster_round (id) values (?)").param(round).update();
    try {
      Map<String, String> problems = new TreeMap<>();
      Map<UUID, Response> responses = await(round, sessions.size());
      sessions.forEach((session, name) -> {
        String problem = problem(round, session, responses.get(session), content);
        if (problem != null) {
          problems.put(name, problem);
        }
      });
      return problems;
    } finally {
      sql.sql("delete from cluster_round where id = ?").param(round).update();
      clear(round);
    }
  }

  private @Nullable String problem(
      UUID round, UUID session, @Nullable Response response, String content) {
    if (response == null) {
      return "it does not answer by the database within %d seconds".formatted(PATIENCE.toSeconds());
    }
    if (response.problem() != null) {
      return "it cannot read what this machine wrote, or write beside it: " + response.problem();
    }
    try {
      return read(response(round, session)).equals(content)
          ? null
          : "it read something else than this machine wrote";
    } catch (IOException e) {
      return "this machine cannot read what it wrote: " + e;
    }
  }

  private Map<UUID, Response> await(UUID round, int expected) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      Map<UUID, Response> found = new TreeMap<>();
      responses(round).forEach(response -> found.put(response.session(), response));
      if (found.size() >= expected || System.nanoTime() > deadline) {
        return found;
      }
      LockSupport.parkNanos(LOOK_EVERY.toNanos());
    }
  }

  private List<Response> responses(UUID round) {
    return sql.sql(
            "select session_id as session, node_name as name, problem from cluster_round_response where round_id = ?")
        .param(round)
        .query(RESPONSE)
        .list();
  }

  private void clear(UUID round) throws IOException {
    List<Path> left = new ArrayList<>();
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(directory, "round-" + round + "*")) {
      files.forEach(left::add);
    }
    for (Path file : left) {
      Files.deleteIfExists(file);
    }
  }
}
