/** Programs that are started and ended again, and the launcher of this source tree. */
@org.jspecify.annotations.NullMarked
package org.packhouse.lab.process;
