/** Issue keys in texts and branch names, and the issue trackers that they link to. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.source.issue;
