/** What a push, merge or web edit must pass, and what follows it. Knows no HTTP, no database. */
@org.jspecify.annotations.NullMarked
package org.packhouse.hooks;
