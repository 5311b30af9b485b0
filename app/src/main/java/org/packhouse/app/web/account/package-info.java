/** Pages on which users manage their account: profile, password, addresses, keys and tokens. */
@org.jspecify.annotations.NullMarked
package org.packhouse.app.web.account;
