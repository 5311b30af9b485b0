package org.packhouse.cluster.postgresql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.packhouse.cluster.Leases;

/** Leases as rows in PostgreSQL, by its clock, freed with their holder's session row. */
public final class PostgresLeases implements Leases {

  private static final String TAKE =
      """
      insert into lease as l (name, holder, counter, expires_at)
      values (?, ?, 1, now() + ? * interval '1 millisecond')
      on conflict (name) do update
         set holder = excluded.holder, counter = l.counter + 1, expires_at = excluded.expires_at
       where l.holder is null or l.expires_at <= now()
      returning counter
      """;

  private static final String RENEW =
      """
      update lease set expires_at = now() + ? * interval '1 millisecond'
       where name = ? and counter = ? and holder = ? and expires_at > now()
      """;

  private static final String IS_HELD =
      """
      select 1 from lease
       where name = ? and counter = ? and holder = ? and expires_at > now() for share
      """;

  private static final String GIVE_BACK =
      "update lease set holder = null where name = ? and counter = ? and holder = ?";

  private static final String END_ALL = "update lease set holder = null where holder = ?";

  private final DataSource database;
  private final Supplier<UUID> holder;

  /** The connections must commit each statement. */
  public PostgresLeases(DataSource database, Supplier<UUID> holder) {
    this.database = database;
    this.holder = holder;
  }

  @Override
  public Optional<Lease> acquire(String name, Duration duration) {
    UUID self = holder.get();
    try (Connection connection = database.getConnection();
        PreparedStatement take = connection.prepareStatement(TAKE)) {
      set(take, name, self, duration.toMillis());
      try (ResultSet taken = take.executeQuery()) {
        return taken.next()
            ? Optional.of(new Held(name, self, taken.getLong(1)))
            : Optional.empty();
      }
    } catch (SQLException e) {
      throw new UnknownException("It is not known whether the lease " + name + " was taken", e);
    }
  }

  @Override
  public void endAllOf(UUID holder) {
    update("the leases of " + holder, END_ALL, holder);
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

  private final class Held implements Lease {

    private final String name;
    private final UUID session;
    private final long counter;

    Held(String name, UUID session, long counter) {
      this.name = name;
      this.session = session;
      this.counter = counter;
    }

    @Override
    public long counter() {
      return counter;
    }

    @Override
    public boolean renew(Duration duration) {
      return update("the lease " + name, RENEW, duration.toMillis(), name, counter, session) == 1;
    }

    @Override
    public boolean isHeldIn(Connection transaction) throws SQLException {
      try (PreparedStatement held = transaction.prepareStatement(IS_HELD)) {
        set(held, name, counter, session);
        try (ResultSet row = held.executeQuery()) {
          return row.next();
        }
      }
    }

    @Override
    public void close() {
      update("the lease " + name, GIVE_BACK, name, counter, session);
    }
  }
}
