/**
 * Proxies images of other hosts, so that these do not learn who reads a page.
 *
 * <p>An image's address here is signed by a key derived from the one in the shared home, so every
 * node reads it. Fetches follow three redirects by the same rules, have platform threads, and are
 * bounded in all and for each site.
 */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.notice.imageproxy;
