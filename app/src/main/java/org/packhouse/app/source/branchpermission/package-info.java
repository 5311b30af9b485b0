/** Branch permissions: what may not happen to branches and tags, and who is exempt. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.source.branchpermission;
