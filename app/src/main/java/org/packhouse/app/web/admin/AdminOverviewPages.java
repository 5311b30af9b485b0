package org.packhouse.app.web.admin;

import org.packhouse.app.identity.mail.MailQueue;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.cluster.NodeReports;
import org.packhouse.app.platform.node.NodeStatus;
import org.packhouse.app.platform.node.SharedHomeProbe;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;

/** The administration's first page: the state of nodes, mail and storage. */
@Controller
@Requires(Permission.ADMIN)
record AdminOverviewPages(
    NodeReports reports, NodeStatus status, SharedHomeProbe probe, MailQueue mail) {

  @GetMapping("/admin")
  String admin() {
    return "redirect:/admin/overview";
  }

  @GetMapping("/admin/overview")
  String show(Model model) {
    model.addAttribute("tab", "overview");
    model.addAttribute("version", NodeReports.version());
    model.addAttribute("nodes", reports.all());
    model.addAttribute("problem", status.problem().orElse(null));
    model.addAttribute("room", probe.room());
    model.addAttribute("mailReady", mail.isReady());
    model.addAttribute("queue", mail.state());
    return "admin/overview";
  }
}
