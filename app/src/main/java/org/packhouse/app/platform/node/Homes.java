package org.packhouse.app.platform.node;

import java.nio.file.Path;

/** The homes of a node: {@code local} is expendable, {@code shared} the same on every node. */
public record Homes(Path local, Path shared) {

  public static final String NODES = "nodes";

  /** Temporary files of this node, except quarantines, which are beside the repositories. */
  public Path temporary() {
    return local.resolve("tmp");
  }

  public Path caches() {
    return local.resolve("caches");
  }

  public Path log() {
    return local.resolve("log");
  }

  public Path repositories() {
    return shared.resolve("repositories");
  }

  public Path pools() {
    return shared.resolve("pools");
  }

  public Path database() {
    return shared.resolve("postgresql");
  }

  public Path settings() {
    return shared.resolve("packhouse.properties");
  }

  public Path clusterId() {
    return shared.resolve("config").resolve("cluster.id");
  }

  /** Contains a file per running node, rewritten continuously. */
  public Path nodes() {
    return shared.resolve(NODES);
  }
}
