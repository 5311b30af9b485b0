package org.packhouse.app.source.highlight;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Detects programming languages by file name. */
public final class Languages {

  private static final Map<String, String> NAMES =
      Map.ofEntries(
          Map.entry("Assembly", "asm s"),
          Map.entry("Batchfile", "bat cmd"),
          Map.entry("C", "c h"),
          Map.entry("C#", "cs"),
          Map.entry("C++", "cc cpp cxx hpp hh hxx ino"),
          Map.entry("CSS", "css"),
          Map.entry("Clojure", "clj cljs cljc edn"),
          Map.entry("CMake", "cmake cmakelists.txt"),
          Map.entry("D", "d"),
          Map.entry("Dart", "dart"),
          Map.entry("Dockerfile", "dockerfile containerfile"),
          Map.entry("Elixir", "ex exs"),
          Map.entry("Emacs Lisp", "el"),
          Map.entry("Erlang", "erl hrl"),
          Map.entry("F#", "fs fsx fsi"),
          Map.entry("Fortran", "f f77 f90 f95"),
          Map.entry("Go", "go"),
          Map.entry("Groovy", "groovy gradle jenkinsfile"),
          Map.entry("HCL", "tf hcl"),
          Map.entry("HTML", "html htm xhtml"),
          Map.entry("Haskell", "hs"),
          Map.entry("Java", "java jsh"),
          Map.entry("JavaScript", "js mjs cjs jsx"),
          Map.entry("Julia", "jl"),
          Map.entry("Kotlin", "kt kts"),
          Map.entry("LESS", "less"),
          Map.entry("Lua", "lua"),
          Map.entry("Makefile", "mk mak makefile gnumakefile"),
          Map.entry("Nix", "nix"),
          Map.entry("OCaml", "ml mli"),
          Map.entry("Objective-C", "m mm"),
          Map.entry("PHP", "php"),
          Map.entry("Pascal", "pas dpr"),
          Map.entry("Perl", "pl pm"),
          Map.entry("PowerShell", "ps1 psm1"),
          Map.entry("Protocol Buffers", "proto"),
          Map.entry("Python", "py pyi pyw"),
          Map.entry("R", "r"),
          Map.entry("Ruby", "rb gemspec rake rakefile gemfile"),
          Map.entry("Rust", "rs"),
          Map.entry("SCSS", "scss"),
          Map.entry("SQL", "sql"),
          Map.entry("Scala", "scala sbt sc"),
          Map.entry("Scheme", "scm"),
          Map.entry("Shell", "sh bash zsh ksh"),
          Map.entry("Starlark", "bzl bazel"),
          Map.entry("Svelte", "svelte"),
          Map.entry("Swift", "swift"),
          Map.entry("Tcl", "tcl"),
          Map.entry("TeX", "tex sty"),
          Map.entry("TypeScript", "ts tsx mts cts"),
          Map.entry("VHDL", "vhd vhdl"),
          Map.entry("Vim Script", "vim"),
          Map.entry("Visual Basic", "vb"),
          Map.entry("Vue", "vue"),
          Map.entry("XSLT", "xsl xslt"),
          Map.entry("Zig", "zig"));

  /** Languages of documents and data: found by search, but not counted for a project. */
  private static final Map<String, String> DATA =
      Map.ofEntries(
          Map.entry("INI", "ini cfg"),
          Map.entry("JSON", "json jsonc"),
          Map.entry("Markdown", "md markdown"),
          Map.entry("Properties", "properties"),
          Map.entry("TOML", "toml"),
          Map.entry("XML", "xml xsd wsdl"),
          Map.entry("YAML", "yml yaml"));

  /** Complete file names, whatever precedes them. */
  private static final List<String> WHOLE_NAMES =
      List.of(
          "cmakelists.txt",
          "containerfile",
          "dockerfile",
          "gemfile",
          "gnumakefile",
          "jenkinsfile",
          "makefile",
          "rakefile");

  private static final Map<String, String> BY_ENDING = byEnding();

  private static final Set<String> FOREIGN =
      Set.of("node_modules", "bower_components", "vendor", ".yarn", "third_party");

  private Languages() {}

  /** Returns whether a directory of that name usually holds vendored code. */
  public static boolean isForeign(String directory) {
    return FOREIGN.contains(directory.toLowerCase(Locale.ROOT));
  }

  /** Returns the programming language of a file; empty for documents, data and unknown names. */
  public static Optional<String> of(String fileName) {
    String lower = fileName.toLowerCase(Locale.ROOT);
    String whole = BY_ENDING.get(lower);
    return whole != null && WHOLE_NAMES.contains(lower)
        ? Optional.of(whole)
        : lower.indexOf('.') < 0
            ? Optional.empty()
            : Optional.ofNullable(BY_ENDING.get(lower.substring(lower.lastIndexOf('.') + 1)));
  }

  /** Returns lower-case endings such as {@code .java}; empty if the language is unknown. */
  public static List<String> endings(String language) {
    List<String> endings = new ArrayList<>();
    for (Map<String, String> languages : List.of(NAMES, DATA)) {
      languages.forEach((name, all) -> {
        if (name.equalsIgnoreCase(language)) {
          for (String ending : all.split(" ", -1)) {
            endings.add(WHOLE_NAMES.contains(ending) ? ending : "." + ending);
          }
        }
      });
    }
    return List.copyOf(endings);
  }

  private static Map<String, String> byEnding() {
    Map<String, String> languages = new HashMap<>();
    NAMES.forEach((name, endings) -> {
      for (String ending : endings.split(" ", -1)) {
        languages.put(ending, name);
      }
    });
    return Map.copyOf(languages);
  }
}
