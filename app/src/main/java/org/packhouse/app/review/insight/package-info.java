/** Code insights: reports of programs on commits, and their annotations of lines. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.review.insight;
