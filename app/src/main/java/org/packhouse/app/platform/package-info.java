/**
 * What a server of this kind stands on, whatever it hosts: the REST dialect, settings, this node
 * and the homes it works in, the database, events and background tasks, tickets, the OpenAPI
 * document.
 *
 * <p>It uses no other stratum.
 */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.platform;
