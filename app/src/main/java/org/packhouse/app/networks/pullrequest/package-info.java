/**
 * What clients that work with repositories ask about pull requests: the server has none, so that
 * each list is empty and each setting is at its default.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.networks.pullrequest;
