package org.packhouse.app.identity.maintenance;

import java.util.Map;
import org.packhouse.app.identity.audit.AuditTrail;
import org.packhouse.app.platform.cluster.NodeReports;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Drains and activates nodes, with audit rows. */
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

  private void write(String name, boolean draining) {
    audit.write(draining ? "node.drained" : "node.activated", name, Map.of());
  }
}
