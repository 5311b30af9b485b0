/**
 * Tomcat's connectors, endpoints and protocols, as Packhouse has them. Knows nothing of Git.
 *
 * <p>Tomcat reserves twice the HTTP/2 window when a body begins, so clients are told 64 KB, and the
 * window of one stream is widened when a signed-in client pushes. Files leave in slices, because
 * the one thread that sends them also hears of new requests. Where Tomcat's internals have moved,
 * one line of the log says so and all windows stay at 64 KB.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.engine.connector;
