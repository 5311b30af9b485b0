package org.packhouse.cluster.postgresql;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.packhouse.cluster.ClusteredMembershipContract;
import org.packhouse.cluster.Member;
import org.packhouse.cluster.Membership;

class PostgresMembershipTest extends ClusteredMembershipContract {

  private static EmbeddedPostgres postgres;
  private static DataSource database;

  private final PostgresMembership membership =
      new PostgresMembership(() -> self, PostgresMembershipTest::living, Duration.ofMillis(20));

  @BeforeAll
  static void startDatabase() throws IOException, SQLException {
    postgres = EmbeddedPostgres.start();
    database = postgres.getPostgresDatabase();
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("create table living (id uuid, name text)");
    }
  }

  @AfterAll
  static void stopDatabase() throws IOException {
    postgres.close();
  }

  @BeforeEach
  void start() {
    membership.start();
  }

  @AfterEach
  void close() {
    membership.close();
  }

  private static Set<Member> living() {
    Set<Member> living = new HashSet<>();
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select id, name from living")) {
      while (rows.next()) {
        UUID id = rows.getObject(1, UUID.class);
        living.add(new Member(id, rows.getString(2), "1.0", "127.0.0.1:2"));
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    return living;
  }

  private static void run(String sql, Member other) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setObject(1, other.id());
      statement.setString(2, other.name());
      statement.execute();
    }
  }

  @Override
  protected Membership membership() {
    return membership;
  }

  @Override
  protected void start(Member other) throws SQLException {
    run("insert into living values (?, ?)", other);
  }

  @Override
  protected void stop(Member other) throws SQLException {
    run("delete from living where id = ? and name = ?", other);
  }
}
