/** Scenarios against the packaged server; each reads like a session at a shell. */
@org.jspecify.annotations.NullMarked
package org.packhouse.e2e;
