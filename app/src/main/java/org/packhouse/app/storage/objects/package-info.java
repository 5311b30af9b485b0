/** The object store of a repository on disk: opening it, quarantine, pools. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.storage.objects;
