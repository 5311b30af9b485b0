/**
 * Branch permissions: restrictions of changes to branches and tags, and exemptions from them.
 *
 * <p>What holds for a repository is remembered under the permission stamp, so a push asks the
 * database nothing for it. Restrictions of a project hold in its repositories, and nothing of a
 * repository takes them back; a rule set on a project that goes by the branch model goes by the
 * project's model too.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.source.branchpermission;
