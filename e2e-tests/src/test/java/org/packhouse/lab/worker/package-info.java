/** Drives workers over loopback. */
@org.jspecify.annotations.NullMarked
package org.packhouse.lab.worker;
