/**
 * Pull requests: what shall be merged, who reviews it, what is said of it and what becomes of it.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.networks.pullrequest;
