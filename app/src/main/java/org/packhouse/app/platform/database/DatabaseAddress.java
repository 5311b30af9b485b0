package org.packhouse.app.platform.database;

/**
 * The address of the database and who signs in.
 *
 * @param url JDBC URL with our time-outs in it
 */
public record DatabaseAddress(String url, String user, String password) {

  /** The same place with a parameter more, unless the URL has it already. */
  DatabaseAddress with(String parameter, String value) {
    if (url.contains("?" + parameter + "=") || url.contains("&" + parameter + "=")) {
      return this;
    }
    return new DatabaseAddress(
        url + (url.contains("?") ? "&" : "?") + parameter + "=" + value, user, password);
  }
}
