package org.packhouse.app.platform.outbox;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Rows whose next claim is in force, and whose response is lost. */
final class LosingRows extends OutboxRows {

  boolean loses = true;

  LosingRows(JdbcClient sql) {
    super(sql);
  }

  @Override
  List<Due> claim(UUID session, Map<String, String> types, Map<String, Integer> places, int most) {
    List<Due> claimed = super.claim(session, types, places, most);
    if (loses) {
      loses = false;
      throw new DataAccessResourceFailureException("the connection is gone");
    }
    return claimed;
  }
}
