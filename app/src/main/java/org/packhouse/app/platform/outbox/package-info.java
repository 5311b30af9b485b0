/** Facts that happened, told to listeners after the transaction that made them. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.platform.outbox;
