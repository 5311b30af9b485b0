package org.packhouse.app.identity.user;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Values that clients store for a user: strings, numbers and booleans. No permission check. */
@Service
public class UserSettings {

  private static final int MAX_COUNT = 1000;
  private static final int MAX_NAME_LENGTH = 255;
  private static final int MAX_VALUE_LENGTH = 32_767;

  private final JdbcClient jdbc;
  private final JsonMapper json;

  UserSettings(JdbcClient jdbc, JsonMapper json) {
    this.jdbc = jdbc;
    this.json = json;
  }

  @Transactional(readOnly = true)
  public Map<String, JsonNode> of(User user) {
    Map<String, JsonNode> settings = new TreeMap<>();
    jdbc.sql("select name, value from user_setting where user_id = ?")
        .param(user.id())
        .query(row -> {
          settings.put(row.getString(1), json.readTree(row.getString(2)));
        });
    return settings;
  }

  /** Changes some values; null removes one. */
  @Transactional
  public void change(User user, Map<String, @Nullable JsonNode> changes) {
    changes.forEach(UserSettings::check);
    // Parallel changes wait, as they could exceed the limit together.
    jdbc.sql("select id from users where id = ? for update").param(user.id()).query().singleRow();
    String[] names = changes.keySet().toArray(String[]::new);
    jdbc.sql("delete from user_setting where user_id = ? and name = any(?)")
        .params(user.id(), names)
        .update();
    Map<String, JsonNode> kept = new TreeMap<>();
    changes.forEach((name, value) -> {
      if (value != null && !value.isNull()) {
        kept.put(name, value);
      }
    });
    jdbc.sql(
            """
            insert into user_setting (user_id, name, value)
            select ?, key, value from jsonb_each(cast(? as jsonb))
            """)
        .params(user.id(), json.writeValueAsString(kept))
        .update();
    int now =
        jdbc.sql("select count(*) from user_setting where user_id = ?")
            .param(user.id())
            .query(Integer.class)
            .single();
    if (now > MAX_COUNT) {
      throw new InvalidFieldException(
          "settings", "A user may have %d settings, and would have %d.".formatted(MAX_COUNT, now));
    }
  }

  private static void check(String name, @Nullable JsonNode value) {
    if (name.isEmpty() || name.length() > MAX_NAME_LENGTH || name.indexOf('\0') >= 0) {
      throw new InvalidFieldException(
          "settings",
          "%s is not the name of a setting: it has 1 to %d characters and no zero byte."
              .formatted(InvalidFieldException.quote(name), MAX_NAME_LENGTH));
    }
    if (value == null || value.isNull()) {
      return;
    }
    boolean storable =
        value.isBoolean()
            || value.isNumber()
            || (value.isString() && value.stringValue().indexOf('\0') < 0);
    if (!storable || value.toString().length() > MAX_VALUE_LENGTH) {
      throw new InvalidFieldException(
          name,
          ("The value of a setting is a string without zero bytes, a number or a boolean, at most"
                  + " %d characters long, not %s.")
              .formatted(MAX_VALUE_LENGTH, InvalidFieldException.quote(value.toString())));
    }
  }
}
