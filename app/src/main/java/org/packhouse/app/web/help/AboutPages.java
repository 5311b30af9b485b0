package org.packhouse.app.web.help;

import org.packhouse.app.platform.cluster.NodeReports;
import org.packhouse.app.platform.rest.Open;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;

/** The server's version and licence. */
@Controller
@Open("tells everybody the same")
class AboutPages {

  @GetMapping("/help/about")
  String show(Model model) {
    model.addAttribute("version", NodeReports.version());
    return "help/about";
  }
}
