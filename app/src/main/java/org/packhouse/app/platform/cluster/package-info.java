/** What the nodes of a cluster tell each other of themselves, by rows that each writes. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.platform.cluster;
