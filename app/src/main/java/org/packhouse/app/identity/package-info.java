/**
 * People and what they may do: users and groups, permissions, who is asking, the audit trail; with
 * them the switches that an administrator turns for the whole server.
 *
 * <p>It may use {@code platform} and {@code storage}.
 */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.identity;
