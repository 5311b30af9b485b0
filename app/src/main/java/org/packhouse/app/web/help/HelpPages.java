package org.packhouse.app.web.help;

import java.util.List;
import java.util.Locale;
import org.packhouse.app.platform.cluster.NodeReports;
import org.packhouse.app.platform.openapi.ApiArea;
import org.packhouse.app.platform.openapi.ApiDocument;
import org.packhouse.app.platform.openapi.ApiOperation;
import org.packhouse.app.platform.rest.Open;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** The server's version and licence, and the REST reference, made from the OpenAPI document. */
@Controller
@Open("tells everybody the same")
record HelpPages(ApiDocument document) {

  @GetMapping("/help/about")
  String about(Model model) {
    model.addAttribute("version", NodeReports.version());
    return "help/about";
  }

  @GetMapping("/help/rest")
  String rest(@RequestParam(defaultValue = "") String filter, Model model) {
    List<String> words = List.of(filter.strip().toLowerCase(Locale.ROOT).split("\\s+", -1));
    List<ApiArea> areas =
        document.areas().stream()
            .map(area -> matching(area, words))
            .filter(area -> !area.operations().isEmpty())
            .toList();
    model.addAttribute("filter", filter);
    model.addAttribute("areas", areas);
    return "help/rest";
  }

  private static ApiArea matching(ApiArea area, List<String> words) {
    return new ApiArea(
        area.name(),
        area.operations().stream().filter(it -> matches(area.name(), it, words)).toList());
  }

  private static boolean matches(String area, ApiOperation operation, List<String> words) {
    String text =
        (area + " " + operation.method() + " " + operation.path()).toLowerCase(Locale.ROOT);
    return words.stream().allMatch(text::contains);
  }
}
