/** Search: its page, suggestions of the top bar, and options for fields of forms. */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.web.search;
