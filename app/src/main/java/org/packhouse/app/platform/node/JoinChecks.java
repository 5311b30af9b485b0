package org.packhouse.app.platform.node;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.packhouse.app.platform.configuration.StartRefusedException;
import org.packhouse.app.platform.node.SessionRows.Row;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The checks of a joining node, and a round trip with running ones. Not a bean of the server. */
@EnableConfigurationProperties(NodeNameSettings.class)
public final class JoinChecks {

  private final JdbcClient sql;
  private final Homes homes;
  private final NodeNameSettings settings;
  private final SessionRows rows;
  private final Neighbors neighbors;

  JoinChecks(JdbcClient sql, Homes homes, NodeNameSettings settings) {
    this.sql = sql;
    this.homes = homes;
    this.settings = settings;
    this.rows = new SessionRows(sql, NodeSessions.DEAD_AFTER);
    this.neighbors = new Neighbors(rows, homes);
  }

  private interface Check {
    String run() throws IOException;
  }

  /** Runs all checks, whether or not one fails. */
  public List<Finding> run() {
    List<Finding> findings = new ArrayList<>();
    findings.add(find("mount of the shared home", this::mount));
    findings.add(find("writes and reads in the shared home", this::probe));
    findings.add(
        find(
            "cluster id",
            () -> {
              new ClusterIdentity(sql, homes).check();
              return "the shared home and the database belong together";
            }));
    findings.add(find("local home and name", this::name));
    findings.add(find("files of the nodes that run", this::neighbors));
    findings.add(find("round of reads and writes with them", this::round));
    return List.copyOf(findings);
  }

  private static Finding find(String what, Check check) {
    try {
      return Finding.ok(what, check.run());
    } catch (StartRefusedException | IOException e) {
      return Finding.failed(what, String.valueOf(e.getMessage()));
    } catch (DataAccessException e) {
      return Finding.failed(what, "the database refuses: " + e.getMostSpecificCause().getMessage());
    }
  }

  private String mount() throws IOException {
    Optional<String> refusal = Mounts.ofThisProcess().refusal(homes.shared().toRealPath());
    if (refusal.isPresent()) {
      throw new StartRefusedException(refusal.get());
    }
    return homes.shared().toString();
  }

  private String probe() throws IOException {
    try (SharedHomeProbe probe = new SharedHomeProbe(homes.nodes())) {
      probe.start();
      return "done"
          + probe.lastRound().map(took -> " in %d ms".formatted(took.toMillis())).orElse("");
    }
  }

  /** A node running in this home already has the name. */
  private String name() {
    HomeLock lock = new HomeLock(homes.local(), settings.name());
    try {
      lock.acquire();
    } catch (StartRefusedException inUse) {
      return "a node runs in " + homes.local();
    }
    try {
      String name = lock.nodeName();
      for (Row row : rows.living(null)) {
        if (row.name().equals(name)
            && !lock.identity().equals(row.lock())
            && neighbors.lives(row)) {
          throw new StartRefusedException(
              "the node %s runs and has the name of this one; remove %s, or set node.name"
                  .formatted(row.described(), homes.local().resolve("node.name")));
        }
      }
      return name;
    } finally {
      lock.release();
    }
  }

  private Map<UUID, String> living() {
    return rows.living(null).stream()
        .filter(row -> row.file() != null && neighbors.lives(row))
        .collect(Collectors.toMap(Row::id, Row::name, (one, _) -> one, LinkedHashMap::new));
  }

  private String neighbors() {
    neighbors.verifyAll(UUID.randomUUID());
    Map<UUID, String> living = living();
    return living.isEmpty()
        ? "no node runs"
        : "this machine sees them change: " + String.join(", ", living.values());
  }

  private String round() throws IOException {
    Map<UUID, String> living = living();
    Map<String, String> problems = new ClusterRoundTrips(sql, homes).ask(living);
    if (!problems.isEmpty()) {
      throw new StartRefusedException(
          problems.entrySet().stream()
              .map(problem -> problem.getKey() + ": " + problem.getValue())
              .collect(Collectors.joining("; ")));
    }
    return living.isEmpty()
        ? "no node runs"
        : "all answered: " + String.join(", ", living.values());
  }
}
