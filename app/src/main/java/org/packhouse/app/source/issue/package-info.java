/** Issues: keys of them in texts, and the trackers to which these lead. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.source.issue;
