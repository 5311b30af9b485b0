/** Differences between two trees and between two texts; knows no commits. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.storage.diff;
