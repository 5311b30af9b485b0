/** The object store of a repository on disk: opening it, quarantine, native git processes. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.storage.objects;
