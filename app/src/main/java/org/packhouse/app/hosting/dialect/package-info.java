/** What clients ask of the server itself: what it can do, and about features that it has not. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.hosting.dialect;
