/** The only place where a ref moves, and the snapshot that readers see. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.storage.refs;
