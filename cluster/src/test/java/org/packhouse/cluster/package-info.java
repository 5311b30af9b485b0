/** What every adapter of a port must do, for a test of each adapter to inherit. */
@org.jspecify.annotations.NullMarked
package org.packhouse.cluster;
