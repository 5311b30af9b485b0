package org.packhouse.app.identity.session;

import org.springframework.session.jdbc.JdbcIndexedSessionRepository;

/** Statements of Spring Session that expire sessions by PostgreSQL's clock, not that of a node. */
final class SessionQueries {

  private static final String NOW = "cast(extract(epoch from now()) * 1000 as bigint)";

  private static final String EXPIRY =
      "case when v.inactive < 0 then 9223372036854775807 else "
          + NOW
          + " + cast(v.inactive as bigint) * 1000 end";

  /** The end of the year 9999: no node takes a session that is found for expired. */
  private static final String LATER = "253402300799000";

  private static final String INSERT =
      """
      insert into %TABLE_NAME% (primary_id, session_id, creation_time, last_access_time,
                                max_inactive_interval, expiry_time, principal_name)
      select v.primary_id, v.session_id, @NOW@, @NOW@, v.inactive, @EXPIRY@, v.principal
        from (values (?, ?, cast(? as bigint), cast(? as bigint), cast(? as int),
                      cast(? as bigint), cast(? as varchar)))
             as v(primary_id, session_id, created, accessed, inactive, expiry, principal)
      """;

  private static final String UPDATE =
      """
      update %TABLE_NAME% s
         set session_id = v.session_id, last_access_time = @NOW@,
             max_inactive_interval = v.inactive, expiry_time = @EXPIRY@,
             principal_name = v.principal
        from (values (?, cast(? as bigint), cast(? as int), cast(? as bigint),
                      cast(? as varchar), cast(? as char(36))))
             as v(session_id, accessed, inactive, expiry, principal, primary_id)
       where s.primary_id = v.primary_id
      """;

  private static final String FIND =
      """
      select s.primary_id, s.session_id, s.creation_time, @LATER@ as last_access_time,
             s.max_inactive_interval, sa.attribute_name, sa.attribute_bytes
        from %TABLE_NAME% s
        left join %TABLE_NAME%_attributes sa on s.primary_id = sa.session_primary_id
       where @WHAT@ = ? and s.expiry_time >= @NOW@
      """;

  private static final String DELETE_EXPIRED =
      "delete from %TABLE_NAME% where expiry_time < @NOW@ + 0 * cast(? as bigint)";

  private SessionQueries() {}

  static void set(JdbcIndexedSessionRepository repository) {
    repository.setCreateSessionQuery(filled(INSERT));
    repository.setUpdateSessionQuery(filled(UPDATE));
    repository.setGetSessionQuery(filled(FIND).replace("@WHAT@", "s.session_id"));
    repository.setListSessionsByPrincipalNameQuery(
        filled(FIND).replace("@WHAT@", "s.principal_name"));
    repository.setDeleteSessionsByExpiryTimeQuery(filled(DELETE_EXPIRED));
  }

  private static String filled(String statement) {
    return statement.replace("@EXPIRY@", EXPIRY).replace("@NOW@", NOW).replace("@LATER@", LATER);
  }
}
