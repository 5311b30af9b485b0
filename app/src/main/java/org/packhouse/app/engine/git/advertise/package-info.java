/** Refs as a client sees them: the advertise and list-refs operations, and what may be wanted. */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.engine.git.advertise;
