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

/** Drains, activates and removes nodes, with audit rows. */
@Service
public class NodeDrain {

  private final NodeReports reports;
  private final AuditTrail audit;

  NodeDrain(NodeReports reports, AuditTrail audit) {
    this.reports = reports;
    this.audit = audit;
  }

  /**
   * Asks a node to drain or activate within seconds; false if none of that name reported lately.
   */
  @Transactional
  public boolean ask(String name, boolean draining) {
    boolean asked = reports.ask(name, draining);
    if (asked) {
      write(name, draining);
    }
    return asked;
  }

  /** Records in the audit trail that this node was drained or activated. */
  @Transactional
  public void recordOwn(boolean draining) {
    write(reports.own().name(), draining);
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

  private void write(String name, boolean draining) {
    audit.write(draining ? "node.drained" : "node.activated", name, Map.of());
  }
}
