/** Proxies images of other hosts, so that these do not learn who reads a page. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.notice.imageproxy;
