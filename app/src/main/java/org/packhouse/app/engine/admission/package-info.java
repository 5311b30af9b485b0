/** Admission of HTTP requests, by {@code RequestGate}. Knows Tomcat, but not its connectors. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.engine.admission;
