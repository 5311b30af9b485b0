/** The load lab: runs experiments against Git servers and reports what they cost. */
@org.jspecify.annotations.NullMarked
package org.packhouse.lab;
