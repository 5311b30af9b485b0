/** Commits that people make without a clone: files edited, uploaded, renamed and deleted. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.source.edit;
