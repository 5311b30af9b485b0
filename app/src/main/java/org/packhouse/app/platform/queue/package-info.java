/**
 * Queues in PostgreSQL whose rows are claimed by sessions of nodes. A queue extends {@link
 * org.packhouse.app.platform.queue.ClaimedQueue}, and keeps its own table and statements.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.platform.queue;
