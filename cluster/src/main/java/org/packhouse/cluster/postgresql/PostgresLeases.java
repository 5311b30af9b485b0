package org.packhouse.cluster.postgresql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.packhouse.cluster.Leases;

/** Leases that are rows of PostgreSQL: the same for every node, and they outlive each. */
public final class PostgresLeases implements Leases {

  private static final String MAKE =
      "insert into lease (name, expires_at) values (?, ?) on conflict do nothing";

  private static final String TAKE =
      """
      update lease set holder = ?, counter = counter + 1, expires_at = ?
       where name = ? and expires_at <= ? returning counter
      """;

  private static final String RENEW =
      "update lease set expires_at = ? where name = ? and counter = ? and expires_at > ?";

  private static final String GIVE_BACK =
      "update lease set holder = null, expires_at = ? where name = ? and counter = ?";

  private static final String END_ALL =
      "update lease set holder = null, expires_at = ? where holder = ?";

  private final DataSource database;
  private final Supplier<UUID> holder;
  private final Clock clock;

  /**
   * Leases that run out by that clock.
   *
   * @param database whose connections commit each statement
   * @param holder the id of this member now
   */
  public PostgresLeases(DataSource database, Supplier<UUID> holder, Clock clock) {
    this.database = database;
    this.holder = holder;
    this.clock = clock;
  }

  @Override
  public Optional<Lease> acquire(String name, Duration duration) {
    UUID self = holder.get();
    try (Connection connection = database.getConnection();
        PreparedStatement make = connection.prepareStatement(MAKE);
        PreparedStatement take = connection.prepareStatement(TAKE)) {
      set(make, name, at(Instant.EPOCH));
      make.executeUpdate();
      Instant now = clock.instant();
      set(take, self, at(now.plus(duration)), name, at(now));
      try (ResultSet taken = take.executeQuery()) {
        return taken.next() ? Optional.of(new Held(name, taken.getLong(1))) : Optional.empty();
      }
    } catch (SQLException e) {
      throw new UnknownException("It is not known whether the lease " + name + " was taken", e);
    }
  }

  @Override
  public void endAllOf(UUID holder) {
    update("the leases of " + holder, END_ALL, at(Instant.EPOCH), holder);
  }

  private int update(String leases, String sql, Object... values) {
    try (Connection connection = database.getConnection();
        PreparedStatement update = connection.prepareStatement(sql)) {
      set(update, values);
      return update.executeUpdate();
    } catch (SQLException e) {
      throw new UnknownException("It is not known who holds " + leases, e);
    }
  }

  private static void set(PreparedStatement statement, Object... values) throws SQLException {
    for (int i = 0; i < values.length; i++) {
      statement.setObject(i + 1, values[i]);
    }
  }

  private static OffsetDateTime at(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }

  private final class Held implements Lease {

    private final String name;
    private final long counter;

    Held(String name, long counter) {
      this.name = name;
      this.counter = counter;
    }

    @Override
    public long counter() {
      return counter;
    }

    @Override
    public boolean renew(Duration duration) {
      Instant now = clock.instant();
      return update("the lease " + name, RENEW, at(now.plus(duration)), name, counter, at(now))
          == 1;
    }

    @Override
    public void close() {
      update("the lease " + name, GIVE_BACK, at(Instant.EPOCH), name, counter);
    }
  }
}
