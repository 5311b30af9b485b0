package org.packhouse.app.platform.cluster;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** A log of node events for administrators, kept for {@value #DAYS} days. */
@Component
public class NodeEvents {

  private static final Logger LOG = LoggerFactory.getLogger(NodeEvents.class);
  private static final int DAYS = 90;

  private final JdbcClient sql;

  NodeEvents(JdbcClient sql) {
    this.sql = sql;
  }

  /** An event by PostgreSQL's clock, as a predicate of the node such as "stops". */
  public record NodeEvent(Instant at, String node, String event) {}

  void write(String node, String event) {
    try {
      sql.sql("insert into node_event (node_name, event) values (?, ?)")
          .params(node, event)
          .update();
      sql.sql("delete from node_event where at < now() - make_interval(days => ?)")
          .param(DAYS)
          .update();
    } catch (DataAccessException e) {
      LOG.debug("Nobody will read that {} {}", node, event, e);
    }
  }

  /** Returns the latest events, newest first. */
  public List<NodeEvent> latest(int count) {
    return sql.sql("select at, node_name, event from node_event order by id desc limit ?")
        .param(count)
        .query((row, _) ->
            new NodeEvent(
                row.getObject(1, OffsetDateTime.class).toInstant(),
                row.getString(2),
                row.getString(3)))
        .list();
  }
}
