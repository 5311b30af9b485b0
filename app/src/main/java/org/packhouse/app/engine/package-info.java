/**
 * The one engine of the wire, and the transports that carry it.
 *
 * <p>It may use every stratum up to {@code hosting}.
 */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.engine;
