package org.packhouse.app.platform.node;

import java.nio.file.Path;

/**
 * The two homes of a node. Whatever is in {@code local} may be lost at any time without loss;
 * {@code shared} is the same on every node.
 */
public record Homes(Path local, Path shared) {

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
}
