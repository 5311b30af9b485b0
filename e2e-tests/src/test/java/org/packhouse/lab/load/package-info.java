/** Puts load on a tiny server. */
@org.jspecify.annotations.NullMarked
package org.packhouse.lab.load;
