/** Tests of how a server finds the other nodes and what it tells them. */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.platform.cluster;
