/** Changed files, diffs, comparisons and patches in the REST dialect. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.NamedInterface
package org.packhouse.app.source.changes.rest;
