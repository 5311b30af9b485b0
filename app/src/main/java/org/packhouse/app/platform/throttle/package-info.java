/**
 * Tickets for work that costs processor and memory; {@code Tickets} is the entry. Knows nothing of
 * Git or HTTP.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.platform.throttle;
