/** Tickets for work that costs processor and memory: buckets, requests, what is out. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.platform.throttle;
