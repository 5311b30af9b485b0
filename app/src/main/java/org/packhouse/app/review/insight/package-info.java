/** Code insights: reports of other programs on commits, and what they say of lines of files. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.review.insight;
