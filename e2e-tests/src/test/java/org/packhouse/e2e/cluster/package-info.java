/** Nodes of a cluster that fail while people work on it. */
@NullMarked
package org.packhouse.e2e.cluster;

import org.jspecify.annotations.NullMarked;
