package org.packhouse.app.web.admin;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.sql.DataSource;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.cache.Caches;
import org.packhouse.app.platform.cluster.NodeReports;
import org.packhouse.app.platform.node.Homes;
import org.packhouse.app.platform.node.NodeStatus;
import org.packhouse.app.platform.node.SharedHomeProbe;
import org.packhouse.app.storage.process.InstalledGit;
import org.packhouse.cluster.NodeState;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;

/** Versions, homes and free space of the node that serves the page. */
@Requires(Permission.SYS_ADMIN)
@Controller
record SystemPages(
    InstalledGit git,
    DataSource database,
    Homes homes,
    SharedHomeProbe probe,
    NodeStatus node,
    Caches caches) {

  @GetMapping("/admin/system")
  String show(Model model) throws SQLException {
    Map<String, String> versions = new LinkedHashMap<>();
    versions.put("Packhouse", NodeReports.version());
    versions.put("Git", git.version());
    versions.put("PostgreSQL", databaseVersion());
    versions.put("Java", System.getProperty("java.vendor") + " " + Runtime.version());
    versions.put(
        "Operating system", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    NodeState state = node.state();
    model.addAttribute("tab", "system");
    model.addAttribute("versions", versions);
    model.addAttribute("homes", homes);
    model.addAttribute("caches", caches.states());
    model.addAttribute("room", probe.room());
    model.addAttribute("problem", state == NodeState.ERROR ? node.problem().orElse(null) : null);
    return "admin/system";
  }

  private String databaseVersion() throws SQLException {
    try (Connection connection = database.getConnection()) {
      return connection.getMetaData().getDatabaseProductVersion();
    }
  }
}
