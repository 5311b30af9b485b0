/** Fork networks: making forks, what their members share, and keeping them in step. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.networks.fork;
