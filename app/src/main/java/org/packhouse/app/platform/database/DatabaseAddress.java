package org.packhouse.app.platform.database;

/** The database's address, with timeouts in the JDBC URL. */
public record DatabaseAddress(String url, String user, String password) {

  /** Adds a parameter unless the URL has it. */
  DatabaseAddress with(String parameter, String value) {
    if (url.contains("?" + parameter + "=") || url.contains("&" + parameter + "=")) {
      return this;
    }
    return new DatabaseAddress(
        url + (url.contains("?") ? "&" : "?") + parameter + "=" + value, user, password);
  }
}
