/** A cluster on one machine, for trials and tests, with everything that it needs. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.platform.localcluster;
