package org.packhouse.scmcache.store;

import org.packhouse.scmcache.ResponseKey;

/** A shared part within a response: its entry's key, its offset and its length in bytes. */
record Insertion(ResponseKey part, long at, long length) {}
