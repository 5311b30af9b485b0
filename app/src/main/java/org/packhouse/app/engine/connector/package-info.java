/** Tomcat's connectors, endpoints and protocols, as Packhouse has them. Knows nothing of Git. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.engine.connector;
