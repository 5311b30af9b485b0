/** What people say of commits and pull requests, and which commits and repositories they watch. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.source.comment;
