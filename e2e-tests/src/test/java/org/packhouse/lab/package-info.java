/** Runs the load lab. */
@org.jspecify.annotations.NullMarked
package org.packhouse.lab;
