package org.packhouse.app.networks.build;

import java.util.List;
import org.springframework.stereotype.Service;

/** Tells what was deployed where; asks no permission. */
@Service
public class Deployments {

  private static final int LISTED = 20;

  private final DeploymentRows rows;

  Deployments(DeploymentRows rows) {
    this.rows = rows;
  }

  /** The latest deployments of a commit, 20 at most. */
  public List<Deployment> of(long repositoryId, String commit) {
    return rows.list(repositoryId, commit, LISTED);
  }
}
