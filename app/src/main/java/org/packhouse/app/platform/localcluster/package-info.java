/** Several nodes on one machine for who tries or tests a cluster, with all that they need. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.platform.localcluster;
