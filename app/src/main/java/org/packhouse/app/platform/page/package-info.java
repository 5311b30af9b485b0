/**
 * Pages of long lists: which part of one is asked for, and the part that is there, whatever the
 * list holds and whoever shows it.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.platform.page;
