/** Fork networks: making forks, and the pool of objects that the members of a network share. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.hosting.fork;
