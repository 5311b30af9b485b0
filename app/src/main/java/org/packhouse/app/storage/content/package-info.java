/** Trees, files and rendered Markdown, for pages and REST. It knows no history. */
@org.jspecify.annotations.NullMarked
@org.springframework.modulith.ApplicationModule
package org.packhouse.app.storage.content;
