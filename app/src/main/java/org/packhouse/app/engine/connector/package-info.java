/** Tomcat with the connectors that Packhouse puts into it, and a gate before every body. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.engine.connector;
