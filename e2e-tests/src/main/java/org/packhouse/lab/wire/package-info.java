/**
 * A Git client that negotiates like git, checks what it reads and throws it away, so that a load
 * costs the server and not the client.
 */
@org.jspecify.annotations.NullMarked
package org.packhouse.lab.wire;
