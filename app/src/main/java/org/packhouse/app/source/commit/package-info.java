/** Commits, their order, authors and signatures, and revisions; ids have 40 hex digits. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.source.commit;
