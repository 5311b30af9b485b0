/**
 * Tickets for work that costs processor and memory; {@code Tickets} is the entry. Knows nothing of
 * Git or HTTP.
 *
 * <p>A ticket is one piece of work, which may run several commands. Limits follow the load of the
 * machine, {@code cached-responses} follows what people wait instead. Work begins only while
 * available memory, less what running work is expected to take, stays above a floor; expectations
 * are learnt from peaks for each repository.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.platform.throttle;
