package org.packhouse.scmcache.store;

import org.packhouse.scmcache.ResponseKey;

/**
 * The place of a part in a response, whose own file has what is before and behind it.
 *
 * @param part the key of the entry that has it
 * @param at bytes of the response before it
 * @param length bytes of the part
 */
record Insertion(ResponseKey part, long at, long length) {}
