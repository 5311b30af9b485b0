/**
 * Client machines: a lab drives workers that run elsewhere.
 *
 * <p>They speak over one TCP connection each, in frames of a length and a JSON message. Both sides
 * prove that they know the shared secret before anything else is said; what follows is not hidden
 * from who listens on the network.
 */
@org.jspecify.annotations.NullMarked
package org.packhouse.lab.worker;
