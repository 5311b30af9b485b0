/** What a run has measured, for people and for programs. */
@org.jspecify.annotations.NullMarked
package org.packhouse.lab.report;
