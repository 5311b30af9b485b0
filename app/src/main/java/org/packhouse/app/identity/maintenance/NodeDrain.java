package org.packhouse.app.identity.maintenance;

import java.util.Map;
import org.packhouse.app.identity.audit.AuditTrail;
import org.packhouse.app.platform.cluster.NodeReports;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Has nodes take no new work, and take it again, and writes down who asked for it. */
@Service
public class NodeDrain {

  private final NodeReports reports;
  private final AuditTrail audit;

  NodeDrain(NodeReports reports, AuditTrail audit) {
    this.reports = reports;
    this.audit = audit;
  }

  /**
   * Asks a node, this one or another. It does so within a second or two, or when it is up.
   *
   * @return false if no node of that name was heard of lately
   */
  @Transactional
  public boolean ask(String name, boolean draining) {
    boolean asked = reports.ask(name, draining);
    if (asked) {
      write(name, draining);
    }
    return asked;
  }

  /** Writes down that this node was told so. */
  @Transactional
  public void recordOwn(boolean draining) {
    write(reports.own().name(), draining);
  }

  private void write(String name, boolean draining) {
    audit.write(draining ? "node.drained" : "node.activated", name, Map.of());
  }
}
