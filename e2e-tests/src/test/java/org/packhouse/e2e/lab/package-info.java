/** Measures what the packaged server costs; run by {@code ./packhouse test --lab}. */
@org.jspecify.annotations.NullMarked
package org.packhouse.e2e.lab;
