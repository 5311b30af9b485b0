/** Pages of Code Insights reports on commits, and their annotations in diffs. */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.web.insight;
