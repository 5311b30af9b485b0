/** Pages of what a user sets for themselves: profile, password, keys, tokens. */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.web.account;
