package org.packhouse.app.storage.refs;

import java.util.OptionalLong;

/** The ref version that the current request has already read with its credential. */
@FunctionalInterface
public interface RequestRefVersion {

  OptionalLong refVersion(long repositoryId);
}
