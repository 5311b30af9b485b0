/** The repositories that an experiment works on. */
@org.jspecify.annotations.NullMarked
package org.packhouse.lab.data;
