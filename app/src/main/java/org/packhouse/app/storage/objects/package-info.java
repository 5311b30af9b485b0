/**
 * The object store of a repository on disk: opening it, quarantines and pools. It knows no refs.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.storage.objects;
