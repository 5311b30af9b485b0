/** Labels: words by which repositories are found. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.hosting.label;
