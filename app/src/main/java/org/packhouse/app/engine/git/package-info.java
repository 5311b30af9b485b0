/**
 * The six operations of the Git wire: advertise, list refs, fetch, receive, archive, object-info.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.engine.git;
