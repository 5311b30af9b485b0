/** Maintenance: the server is locked for all but its system administrators. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.identity.maintenance;
