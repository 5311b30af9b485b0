/** The nodes of a cluster, by the rows that each writes: reports, figures and events. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.platform.cluster;
