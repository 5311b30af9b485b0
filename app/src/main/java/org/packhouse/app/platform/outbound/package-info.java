/**
 * Connections that this server opens because a user named the address; {@code OutboundCalls} is the
 * entry.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.platform.outbound;
