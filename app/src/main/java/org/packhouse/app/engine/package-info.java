/**
 * The engine of Git's wire protocol, and the transports that carry it. May use every stratum up to
 * {@code hosting}.
 */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.engine;
