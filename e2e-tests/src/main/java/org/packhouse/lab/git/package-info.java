/**
 * A Git client over HTTP and SSH that negotiates like git, checks what it reads and throws it away.
 */
@org.jspecify.annotations.NullMarked
package org.packhouse.lab.git;
