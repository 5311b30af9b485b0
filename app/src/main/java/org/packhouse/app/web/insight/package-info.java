/** Reports of programs on commits, as pages show them, and their remarks in diffs. */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.web.insight;
