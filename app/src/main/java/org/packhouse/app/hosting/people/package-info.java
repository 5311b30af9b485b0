/** Users, groups, permissions and credentials as REST administers them. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.hosting.people;
