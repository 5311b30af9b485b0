package org.packhouse.app.platform.database;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.packhouse.app.platform.configuration.StartRefusedException;

/** Checks at start whether the database is usable, and says in one sentence why not. */
final class DatabaseProbe {

  /** The oldest supported major version of PostgreSQL. */
  static final int OLDEST = 14;

  private DatabaseProbe() {}

  /**
   * Connects once.
   *
   * @throws StartRefusedException if that fails or the server is too old
   */
  static void check(DatabaseAddress address) {
    String place = place(address.url());
    if (!address.url().startsWith("jdbc:postgresql:")) {
      throw new StartRefusedException(
          "The setting jdbc.url is '%s', which must begin with jdbc:postgresql: because only PostgreSQL is supported."
              .formatted(place));
    }
    try (Connection connection =
        DriverManager.getConnection(address.url(), address.user(), address.password())) {
      checkVersion(
          connection.getMetaData().getDatabaseMajorVersion(),
          connection.getMetaData().getDatabaseProductVersion(),
          place);
    } catch (SQLException e) {
      throw new StartRefusedException(sentence(e, address, place), e);
    }
  }

  static void checkVersion(int major, String version, String place) {
    if (major < OLDEST) {
      throw new StartRefusedException(
          "The database at %s is PostgreSQL %s; version %d or later is needed."
              .formatted(place, version, OLDEST));
    }
  }

  private static String sentence(SQLException failure, DatabaseAddress address, String place) {
    String state = String.valueOf(failure.getSQLState());
    if (state.startsWith("28")) {
      return "The database at %s refuses the user '%s'; check jdbc.user and jdbc.password."
          .formatted(place, address.user());
    }
    if (state.equals("3D000")) {
      return "The database server has no database %s; create it, or correct jdbc.url."
          .formatted(place);
    }
    if (state.startsWith("08")) {
      return "Cannot reach the database at %s (%s); check jdbc.url and that PostgreSQL runs."
          .formatted(place, failure.getMessage());
    }
    return "Cannot use the database at %s: %s.".formatted(place, failure.getMessage());
  }

  /** Returns a URL without its parameters, which may contain secrets. */
  static String place(String url) {
    int parameters = url.indexOf('?');
    return parameters < 0 ? url : url.substring(0, parameters);
  }
}
