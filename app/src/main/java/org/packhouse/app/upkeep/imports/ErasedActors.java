package org.packhouse.app.upkeep.imports;

import org.packhouse.app.identity.user.UserErased;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Removes the names of erased users from the list of imports. */
@Component
class ErasedActors {

  private final JdbcClient jdbc;

  ErasedActors(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  @EventListener
  void on(UserErased event) {
    jdbc.sql("update repository_import set actor_name = ? where actor_id = ?")
        .params(event.after().name(), event.after().id())
        .update();
    jdbc.sql("update bulk_import set actor_name = ? where started_by = ?")
        .params(event.after().name(), event.after().id())
        .update();
  }
}
