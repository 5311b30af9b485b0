/**
 * Decides which requests may bring a body, how fast a response must be taken, and how many a client
 * has at once. Knows Tomcat's requests, but not its connectors.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.engine.admission;
