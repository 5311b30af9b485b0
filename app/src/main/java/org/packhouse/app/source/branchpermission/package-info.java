/** Branch permissions: restrictions of changes to branches and tags, and exemptions from them. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.source.branchpermission;
