/** Rules of what this server connects to because somebody asks for it. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.platform.outbound;
