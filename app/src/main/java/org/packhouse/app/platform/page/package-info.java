/** Pages of long lists: the requested part and the returned one, whatever the list contains. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.platform.page;
