/**
 * Git's wire protocol: advertise, list refs, fetch, receive, archive, object-info. {@code
 * GitAccess} and {@code GitWire} are the entries. Must not depend on a transport, REST or pages.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.engine.git;
