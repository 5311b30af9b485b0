/** Starts the packaged server and the clients that drive it. */
@org.jspecify.annotations.NullMarked
package org.packhouse.e2e.harness;
