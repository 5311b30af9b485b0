package org.packhouse.app.platform.database;

import javax.sql.DataSource;

/**
 * The database as something that other nodes may have too.
 *
 * @param given whether settings name it; the embedded one is this node's alone
 * @param lasting makes connections that last, outside of the pool
 */
public record SharedDatabase(boolean given, DataSource lasting) {}
