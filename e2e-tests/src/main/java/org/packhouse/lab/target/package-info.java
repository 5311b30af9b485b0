/** The servers under load. */
@org.jspecify.annotations.NullMarked
package org.packhouse.lab.target;
