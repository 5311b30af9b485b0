package org.packhouse.app.identity.setup;

import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Facts that the server keeps about itself in the table {@code setting}, by name. */
@Component
public class StoredSettings {

  static final String DONE = "setup.done";
  static final String DISPLAY_NAME = "server.display-name";
  static final String BASE_URL = "server.base-url";

  private final JdbcClient jdbc;

  StoredSettings(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** The fact of that name. */
  public Optional<String> read(String name) {
    return jdbc.sql("select value from setting where name = ?")
        .param(name)
        .query(String.class)
        .optional();
  }

  /** Stores a fact in place of the one of that name. */
  public void write(String name, String value) {
    jdbc.sql(
            "insert into setting (name, value) values (?, ?)"
                + " on conflict (name) do update set value = excluded.value")
        .params(name, value)
        .update();
  }

  /**
   * Stores a fact unless there is one of that name.
   *
   * @return the fact that is there now
   */
  public String writeIfAbsent(String name, String value) {
    jdbc.sql("insert into setting (name, value) values (?, ?) on conflict (name) do nothing")
        .params(name, value)
        .update();
    return read(name).orElse(value);
  }

  /** Forgets the fact of that name; false if there is none. */
  public boolean remove(String name) {
    return jdbc.sql("delete from setting where name = ?").param(name).update() > 0;
  }

  /** Makes nodes that start together set up one after the other; ends with the transaction. */
  void lock() {
    jdbc.sql("select pg_advisory_xact_lock(hashtext('packhouse.setup'))")
        .query((_, _) -> 0)
        .single();
  }
}
