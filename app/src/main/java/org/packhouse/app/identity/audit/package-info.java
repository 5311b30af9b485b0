/**
 * Who changed what, kept for those who must answer for it.
 *
 * <p>An event is a row written in the transaction of its change and, after the commit, a line of
 * JSON in the node's own log. The first word of an action decides its area, whose level says
 * whether it is recorded.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.identity.audit;
