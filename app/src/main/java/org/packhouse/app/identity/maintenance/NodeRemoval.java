package org.packhouse.app.identity.maintenance;

import java.util.Map;
import org.packhouse.app.identity.audit.AuditTrail;
import org.packhouse.app.platform.cluster.NodeReports;
import org.packhouse.app.platform.cluster.NodeReports.Removal;
import org.packhouse.app.platform.refusal.Conflict;
import org.packhouse.app.platform.refusal.ConflictException;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.platform.refusal.Thing;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Removes lost nodes from the expected ones, with audit rows. */
@Service
public class NodeRemoval {

  private final NodeReports reports;
  private final AuditTrail audit;

  NodeRemoval(NodeReports reports, AuditTrail audit) {
    this.reports = reports;
    this.audit = audit;
  }

  /** Removes a node that no longer reports, and refuses others. */
  @Transactional
  public void remove(String name) {
    Removal removal = reports.remove(name);
    if (removal == Removal.UNKNOWN) {
      throw new NoSuchException(
          Thing.ENTITY,
          "No node that is expected is called %s.".formatted(InvalidFieldException.quote(name)));
    }
    if (removal == Removal.PRESENT) {
      throw new ConflictException(
          Conflict.INTEGRITY,
          "Node %s was heard of lately; stop it, and it leaves by itself."
              .formatted(InvalidFieldException.quote(name)));
    }
    audit.write("node.removed", name, Map.of());
  }
}
