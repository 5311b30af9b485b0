/** Puts load on a target, stage by stage, and measures what comes of it. */
@org.jspecify.annotations.NullMarked
package org.packhouse.lab.load;
