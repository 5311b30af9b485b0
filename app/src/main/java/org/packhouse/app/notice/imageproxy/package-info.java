/** Images of other hosts, which this server fetches so that pages tell nobody who reads them. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.notice.imageproxy;
