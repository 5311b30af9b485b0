/** Use of a server by itself, so that its start can be recorded with what requests need. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.NamedInterface
package org.packhouse.app.engine.git.rehearsal;
