/** Sizes of repositories on disk, and the quota that refuses pushes beyond it. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.NamedInterface
package org.packhouse.app.hosting.repository.size;
