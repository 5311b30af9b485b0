package org.packhouse.app.platform.database;

import javax.sql.DataSource;

/**
 * The database that other nodes may share, unless it is the embedded one; {@code lasting} makes
 * long-lived connections.
 */
public record SharedDatabase(boolean given, DataSource lasting) {}
