package org.packhouse.app.web.source;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The programming language of a file, told from its name.
 *
 * @param name as the highlighter calls it
 * @param extra whether it is a script of its own, not part of the highlighter's common set
 */
record Language(String name, boolean extra) {

  private static final Map<String, String> COMMON =
      Map.ofEntries(
          Map.entry("bash", "sh bash zsh"),
          Map.entry("c", "c h"),
          Map.entry("cpp", "cc cpp cxx hpp hh hxx ino"),
          Map.entry("csharp", "cs"),
          Map.entry("css", "css"),
          Map.entry("diff", "diff patch"),
          Map.entry("go", "go"),
          Map.entry("graphql", "graphql gql"),
          Map.entry("ini", "ini toml properties cfg editorconfig gitattributes gitconfig"),
          Map.entry("java", "java jsh"),
          Map.entry("javascript", "js mjs cjs jsx"),
          Map.entry("json", "json jsonc webmanifest"),
          Map.entry("kotlin", "kt kts"),
          Map.entry("less", "less"),
          Map.entry("lua", "lua"),
          Map.entry("makefile", "mk mak makefile gnumakefile"),
          Map.entry("markdown", "md markdown"),
          Map.entry("objectivec", "m mm"),
          Map.entry("perl", "pl pm"),
          Map.entry("php", "php"),
          Map.entry("python", "py pyi pyw"),
          Map.entry("r", "r"),
          Map.entry("ruby", "rb gemspec rake rakefile gemfile"),
          Map.entry("rust", "rs"),
          Map.entry("scss", "scss"),
          Map.entry("sql", "sql"),
          Map.entry("swift", "swift"),
          Map.entry("typescript", "ts tsx mts cts"),
          Map.entry("vbnet", "vb"),
          Map.entry("wasm", "wat"),
          Map.entry("xml", "xml html htm xhtml svg xsd xsl pom plist jsp"),
          Map.entry("yaml", "yml yaml"));

  private static final Map<String, String> EXTRA =
      Map.ofEntries(
          Map.entry("clojure", "clj cljs edn"),
          Map.entry("cmake", "cmake cmakelists.txt"),
          Map.entry("dart", "dart"),
          Map.entry("dockerfile", "dockerfile containerfile"),
          Map.entry("dos", "bat cmd"),
          Map.entry("elixir", "ex exs"),
          Map.entry("erlang", "erl hrl"),
          Map.entry("fsharp", "fs fsx"),
          Map.entry("gradle", "gradle"),
          Map.entry("groovy", "groovy jenkinsfile"),
          Map.entry("haskell", "hs"),
          Map.entry("julia", "jl"),
          Map.entry("latex", "tex"),
          Map.entry("nginx", "nginx nginx.conf"),
          Map.entry("nix", "nix"),
          Map.entry("ocaml", "ml mli"),
          Map.entry("powershell", "ps1 psm1"),
          Map.entry("protobuf", "proto"),
          Map.entry("scala", "scala sbt sc"),
          Map.entry("scheme", "scm"),
          Map.entry("vim", "vim"));

  /** The language of the file of that name; null if unknown. */
  static @Nullable Language of(String fileName) {
    String lower = fileName.toLowerCase(Locale.ROOT);
    Language whole = find(lower);
    return whole == null ? find(lower.substring(lower.lastIndexOf('.') + 1)) : whole;
  }

  /** The scripts that the highlighter needs for it besides its own. */
  List<String> scripts() {
    return extra ? List.of("/webjars/highlightjs/languages/" + name + ".min.js") : List.of();
  }

  private static @Nullable Language find(String ending) {
    for (boolean extra : new boolean[] {false, true}) {
      for (Map.Entry<String, String> entry : (extra ? EXTRA : COMMON).entrySet()) {
        if (List.of(entry.getValue().split(" ")).contains(ending)) {
          return new Language(entry.getKey(), extra);
        }
      }
    }
    return null;
  }
}
