/**
 * Admission of HTTP requests, by {@code RequestGate}. Knows Tomcat, but not its connectors.
 *
 * <p>A limit never refuses only the newest: it takes the place of a request or body of the network
 * that holds most. A refusal is logged once a minute and carries no stack trace.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.engine.admission;
