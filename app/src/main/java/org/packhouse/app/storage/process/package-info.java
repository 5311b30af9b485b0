/** Native git: starting it under a ticket, its input and its output. It knows no refs. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.storage.process;
