/** What processes cost. */
@org.jspecify.annotations.NullMarked
package org.packhouse.lab.measure;
