package org.packhouse.app.identity.auth;

import java.util.Locale;
import org.packhouse.app.identity.user.UserDeleted;
import org.packhouse.app.identity.user.UserErased;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Removes the credentials of users who are deleted, and what tells of those made unknown. */
@Component
class DepartedUsers {

  private final JdbcClient jdbc;

  DepartedUsers(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  @EventListener
  void on(UserDeleted event) {
    long id = event.user().id();
    jdbc.sql("delete from password where user_id = ?").param(id).update();
    jdbc.sql("delete from access_token where user_id = ?").param(id).update();
    jdbc.sql("delete from ssh_key where user_id = ?").param(id).update();
    jdbc.sql("delete from gpg_key where user_id = ?").param(id).update();
    jdbc.sql("delete from remember_me where user_id = ?").param(id).update();
    jdbc.sql("delete from familiar_address where user_id = ?").param(id).update();
  }

  @EventListener
  void on(UserErased event) {
    jdbc.sql("delete from last_sign_in where user_id = ?").param(event.after().id()).update();
    jdbc.sql("delete from login_failure where name = any(?)")
        .param(
            event.formerNames().stream()
                .map(name -> name.toLowerCase(Locale.ROOT))
                .toArray(String[]::new))
        .update();
  }
}
