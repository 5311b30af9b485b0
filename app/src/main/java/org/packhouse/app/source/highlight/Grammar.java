package org.packhouse.app.source.highlight;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Chooses the grammar of a file by its name. */
final class Grammar {

  /** File names and extensions by the library's name of the language. */
  private static final Map<String, String> ENDINGS =
      Map.ofEntries(
          Map.entry("text/actionscript", "as"),
          Map.entry("text/asm", "asm s"),
          Map.entry("text/bat", "bat cmd"),
          Map.entry("text/c", "c h"),
          Map.entry("text/clojure", "clj cljs cljc edn"),
          Map.entry("text/cpp", "cc cpp cxx hpp hh hxx ino m mm"),
          Map.entry("text/cs", "cs"),
          Map.entry("text/css", "css scss"),
          Map.entry("text/d", "d"),
          Map.entry("text/dart", "dart"),
          Map.entry("text/delphi", "pas dpr"),
          Map.entry("text/dockerfile", "dockerfile containerfile"),
          Map.entry("text/dtd", "dtd"),
          Map.entry("text/fortran", "f f77 f90 f95"),
          Map.entry("text/golang", "go"),
          Map.entry("text/groovy", "groovy gradle jenkinsfile"),
          Map.entry("text/handlebars", "hbs handlebars"),
          Map.entry("text/html", "html htm xhtml vue svelte"),
          Map.entry("text/ini", "ini toml cfg editorconfig gitattributes gitconfig gitmodules"),
          Map.entry("text/java", "java jsh"),
          Map.entry("text/javascript", "js mjs cjs jsx"),
          Map.entry("text/json", "json jsonc webmanifest"),
          Map.entry("text/jsp", "jsp"),
          Map.entry("text/kotlin", "kt kts"),
          Map.entry("text/latex", "tex sty"),
          Map.entry("text/less", "less"),
          Map.entry("text/lisp", "lisp el scm"),
          Map.entry("text/lua", "lua"),
          Map.entry("text/makefile", "mk mak makefile gnumakefile"),
          Map.entry("text/markdown", "md markdown"),
          Map.entry("text/perl", "pl pm"),
          Map.entry("text/php", "php"),
          Map.entry("text/properties", "properties"),
          Map.entry("text/proto", "proto"),
          Map.entry("text/python", "py pyi pyw"),
          Map.entry("text/ruby", "rb gemspec rake rakefile gemfile"),
          Map.entry("text/rust", "rs"),
          Map.entry("text/scala", "scala sbt sc"),
          Map.entry("text/sql", "sql"),
          Map.entry("text/tcl", "tcl"),
          Map.entry("text/typescript", "ts tsx mts cts"),
          Map.entry("text/unix", "sh bash zsh ksh bashrc profile"),
          Map.entry("text/vb", "vb"),
          Map.entry("text/vhdl", "vhd vhdl"),
          Map.entry("text/xml", "xml svg xsd xsl xslt pom plist wsdl csproj"),
          Map.entry("text/yaml", "yml yaml"));

  private static final Map<String, String> BY_ENDING = byEnding();

  /** Aliases of languages, by an extension. */
  private static final Map<String, String> LANGUAGES =
      Map.ofEntries(
          Map.entry("c++", "cpp"),
          Map.entry("c#", "cs"),
          Map.entry("clojure", "clj"),
          Map.entry("console", "sh"),
          Map.entry("csharp", "cs"),
          Map.entry("docker", "dockerfile"),
          Map.entry("golang", "go"),
          Map.entry("javascript", "js"),
          Map.entry("kotlin", "kt"),
          Map.entry("latex", "tex"),
          Map.entry("make", "makefile"),
          Map.entry("perl", "pl"),
          Map.entry("protobuf", "proto"),
          Map.entry("python", "py"),
          Map.entry("ruby", "rb"),
          Map.entry("rust", "rs"),
          Map.entry("shell", "sh"),
          Map.entry("typescript", "ts"));

  private Grammar() {}

  static @Nullable String ofLanguage(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return BY_ENDING.get(LANGUAGES.getOrDefault(lower, lower));
  }

  private static Map<String, String> byEnding() {
    Map<String, String> grammars = new HashMap<>();
    ENDINGS.forEach((grammar, endings) -> {
      for (String ending : endings.split(" ", -1)) {
        grammars.put(ending, grammar);
      }
    });
    return Map.copyOf(grammars);
  }

  static @Nullable String of(String fileName) {
    String lower = fileName.toLowerCase(Locale.ROOT);
    String whole = BY_ENDING.get(lower);
    return whole == null ? BY_ENDING.get(lower.substring(lower.lastIndexOf('.') + 1)) : whole;
  }
}
