/** Machines with a shared home on a real NFS, for tests. */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.testing.nfs;
