package org.packhouse.app.identity.setup;

import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Values by name in the table {@code setting}, which the server keeps about itself. */
@Component
public class StoredSettings {

  static final String DONE = "setup.done";
  static final String DISPLAY_NAME = "server.display-name";
  static final String BASE_URL = "server.base-url";

  private final JdbcClient jdbc;

  StoredSettings(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  public Optional<String> read(String name) {
    return jdbc.sql("select value from setting where name = ?")
        .param(name)
        .query(String.class)
        .optional();
  }

  public void write(String name, String value) {
    jdbc.sql(
            "insert into setting (name, value) values (?, ?)"
                + " on conflict (name) do update set value = excluded.value")
        .params(name, value)
        .update();
  }

  /** Stores a value unless there is one of that name, and returns the stored one. */
  public String writeIfAbsent(String name, String value) {
    jdbc.sql("insert into setting (name, value) values (?, ?) on conflict (name) do nothing")
        .params(name, value)
        .update();
    return read(name).orElse(value);
  }

  /** Deletes a value; returns false if there is none. */
  public boolean remove(String name) {
    return jdbc.sql("delete from setting where name = ?").param(name).update() > 0;
  }

  /** Serialises the set-up of nodes that start together, until the transaction ends. */
  void lock() {
    jdbc.sql("select pg_advisory_xact_lock(hashtext('packhouse.setup'))")
        .query((_, _) -> 0)
        .single();
  }
}
