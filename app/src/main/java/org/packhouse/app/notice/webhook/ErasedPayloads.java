package org.packhouse.app.notice.webhook;

import org.packhouse.app.identity.user.UserErased;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Deletes deliveries that name an erased user. */
@Component
class ErasedPayloads {

  private final JdbcClient sql;

  ErasedPayloads(JdbcClient sql) {
    this.sql = sql;
  }

  @EventListener
  void on(UserErased event) {
    for (String name : event.formerNames()) {
      sql.sql("delete from webhook_delivery where position(? in body) > 0")
          .param("\"" + name + "\"")
          .update();
    }
  }
}
