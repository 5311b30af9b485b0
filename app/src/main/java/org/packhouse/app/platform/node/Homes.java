package org.packhouse.app.platform.node;

import java.nio.file.Path;

/**
 * The two homes of a node. Whatever is in {@code local} may be lost at any time without loss;
 * {@code shared} is the same on every node.
 */
public record Homes(Path local, Path shared) {

  /** The name of {@link #nodes}. */
  public static final String NODES = "nodes";

  /** Passing files of this node: quarantines are not here, they lie beside their repository. */
  public Path temporary() {
    return local.resolve("tmp");
  }

  /** Caches of this node. */
  public Path caches() {
    return local.resolve("caches");
  }

  /** Log files of this node. */
  public Path log() {
    return local.resolve("log");
  }

  /** All repositories: {@code repositories/<id mod 256 in hex>/<id>.git}. */
  public Path repositories() {
    return shared.resolve("repositories");
  }

  /** What forks share: {@code pools/<id mod 256 in hex>/<id>.git}. */
  public Path pools() {
    return shared.resolve("pools");
  }

  /** The embedded database, if it is in use. */
  public Path database() {
    return shared.resolve("postgresql");
  }

  /** The file of settings. */
  public Path settings() {
    return shared.resolve("packhouse.properties");
  }

  /** The file with the id that the database has as well. */
  public Path clusterId() {
    return shared.resolve("config").resolve("cluster.id");
  }

  /** A file for each node that runs, which it writes anew all the time. */
  public Path nodes() {
    return shared.resolve(NODES);
  }
}
