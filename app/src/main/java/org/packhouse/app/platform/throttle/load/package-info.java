/** Readings of the load of the machine, or of the control group that the server runs in. */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.platform.throttle.load;
