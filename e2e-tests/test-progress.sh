# shellcheck shell=sh disable=SC2154
# Tells how far the tests are, and which fail, by the reports that Maven writes when a class of tests is done. Read by
# run-tests.sh, whose variables it uses.

# Says a line that people are to see.
say_in_red() {
  if [ -t 1 ]; then
    printf '\033[31m%s\033[0m\n' "$1"
  else
    say "$1"
  fi
}

# Prints "total", a module and the number of classes of tests that it will run, as far as the sources tell.
count_classes() {
  find "$root"/*/src/test/java -name '*Test.java' -exec awk -v root="$root/" -v excluded="$excluded" -v group="$group" '
    function leaves_out(line) {
      return excluded == "full" && line ~ /@Tag\("full"\)/
    }
    function count() {
      if (module != "" && !out && (group == "" || chosen) && (left_out == 0 || tests > left_out)) print module
    }
    FNR == 1 {
      count()
      module = substr(FILENAME, length(root) + 1)
      sub(/\/.*/, "", module)
      begun = out = chosen = left_out = tests = 0
    }
    group != "" && index($0, "@Tag(\"" group "\")") { chosen = 1 }
    leaves_out($0) { if (begun) left_out++; else out = 1 }
    !begun && /^[a-z ]*class / { begun = 1; if (/abstract /) out = 1 }
    /@(Test|ParameterizedTest|RepeatedTest|TestFactory|Property|Example)/ { tests++ }
    END { count() }
  ' {} + | sort | uniq -c | awk '{ print "total", $2, $1 }'
}

# Prints one line a test of the report $1 of the module $2: seconds, result, module, class, name; tabs between. What
# failing tests said goes to the file $3: class, name and a line of text.
test_cases() {
  awk -v module="$2" -v texts="$3" '
    function attribute(name,   text) {
      if (!match($0, " " name "=\"[^\"]*\"")) return ""
      text = substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 4)
      gsub(/&quot;/, "\"", text)
      gsub(/&apos;/, "\047", text)
      gsub(/&lt;/, "<", text)
      gsub(/&gt;/, ">", text)
      gsub(/&#[0-9]*;/, " ", text)
      gsub(/&amp;/, "\\&", text)
      return text
    }
    function flush() {
      if (pending != "") print seconds "\t" result "\t" module "\t" pending
      pending = ""
    }
    function keep(line) {
      if (wanted) print pending "\t" line >texts
    }
    quoted {
      if (match($0, /\]\]><\//)) {
        keep(substr($0, 1, RSTART - 1))
        quoted = wanted = 0
      } else keep($0)
      next
    }
    # Output of tests may look like anything.
    { text = "" }
    match($0, /<!\[CDATA\[/) {
      text = substr($0, RSTART + 9) "\n"
      $0 = substr($0, 1, RSTART - 1)
    }
    /<testcase / {
      flush()
      seconds = attribute("time")
      gsub(",", "", seconds)
      result = "passed"
      pending = attribute("classname") "\t" attribute("name")
    }
    /<(failure|error)[ >\/]/ && pending != "" { result = "failed"; wanted = 1 }
    /<(flakyFailure|flakyError)[ >\/]/ && pending != "" { result = "unsteady"; wanted = 1 }
    /<skipped[ >\/]/ && pending != "" { result = "skipped" }
    /<(system-out|system-err|rerun)/ { wanted = 0 }
    text != "" {
      quoted = !match(text, /\]\]><\//)
      keep(substr(text, 1, quoted ? length(text) - 1 : RSTART - 1))
      if (!quoted) wanted = 0
    }
    /<\/testsuite>/ { flush() }
  ' "$1"
}

# Says of the tests in the lines of standard input that they have failed, or passed at the second try; once each.
tell_failures() {
  while IFS="$tab" read -r seconds result module class name; do
    case $result in
      failed) word=FAILED ;;
      unsteady) word="PASSED AT THE SECOND TRY ONLY" ;;
      *) continue ;;
    esac
    ! grep -qxF -e "$result $class $name" "$progress/told" || continue
    say "$result $class $name" >>"$progress/told"
    say_in_red "${clear}$word: $class.$name ($module, $seconds s)"
    # The report has the rest of a long one.
    TEST_CLASS=$class TEST_NAME=$name awk -F '\t' '
      $1 == ENVIRON["TEST_CLASS"] && $2 == ENVIRON["TEST_NAME"] {
        if (++lines > 60) { print "    ..."; exit }
        print "    " substr($0, length($1) + length($2) + 3)
      }
    ' "$progress/texts"
  done
}

# Reads the reports that were written since it was called last. A directory a module has a file a class of tests.
read_reports() {
  touch "$progress/now"
  find "$root" -path "$root/*/target/surefire-reports/TEST-*.xml" -newer "$progress/looked" >"$progress/new" 2>/dev/null || true
  while IFS= read -r report; do
    module=${report#"$root"/}
    module=${module%%/*}
    last=${report##*/TEST-}
    last=${last%.xml}
    mkdir -p "$progress/$module"
    : >"$progress/texts"
    # One that is being written now is read again.
    test_cases "$report" "$module" "$progress/texts" >"$progress/$module/$last.tsv" || true
    tell_failures <"$progress/$module/$last.tsv"
  done <"$progress/new"
  mv "$progress/now" "$progress/looked"
}

# Prints in one line how far the modules are, how many tests have passed and failed, and which class was the last.
progress_line() {
  for directory in "$progress"/*/; do
    [ ! -d "$directory" ] || say "ready $(basename "$directory") $(find "$directory" -name '*.tsv' | wc -l)"
  done >"$progress/ready"
  # Each goal of Maven says its module; a module whose last one is not surefire's has not begun with tests, or is through.
  sed -n 's/^\[INFO\] --- \([a-z-]*\):.* @ packhouse-\([a-z0-9-]*\) ---$/goal \2 \1/p' "$log" >"$progress/goals"
  find "$progress" -mindepth 2 -name '*.tsv' -exec awk '{ print "result", $2 }' {} + >"$progress/results"
  taken=$(($(date +%s) - began))
  awk -v time="$(printf '%d:%02d' $((taken / 60)) $((taken % 60)))" -v last="${last#org.packhouse.}" '
    $1 == "total" { total[$2] = $3 }
    $1 == "ready" { ready[$2] = $3 }
    $1 == "result" { results[$2]++ }
    $1 == "goal" {
      if (!($2 in goal)) order[++count] = $2
      goal[$2] = $3
      if ($3 == "surefire") testing[$2] = 1
    }
    END {
      for (i = 1; i <= count; i++) {
        module = order[i]
        state = "is being built"
        if (module in testing) {
          if (goal[module] != "surefire") { through++; continue }
          state = ready[module] + 0 (module in total ? " of " total[module] : "") " classes"
        }
        states = states (states == "" ? "" : ", ") module " " state
      }
      if (through) states = through " modules done" (states == "" ? "" : ", ") states
      if (states == "") states = "building"
      printf "%s  %s: %d tests passed, %d failed", time, states, results["passed"] + results["unsteady"], results["failed"]
      printf last == "" ? "\n" : "; last " last "\n"
    }' "$progress/totals" "$progress/ready" "$progress/goals" "$progress/results"
}

# Tells how far the tests are, until the file "ended" is there or the process of the launcher is gone: on a terminal in
# one line that changes, elsewhere in a line a minute.
follow() {
  clear=
  columns=0
  if [ -t 1 ]; then
    clear=$(printf '\r\033[K')
    columns=$(stty size </dev/tty 2>/dev/null | cut -d ' ' -f 2)
    [ "${columns:-0}" -gt 1 ] || columns=80
  fi
  last=
  said=0
  while kill -0 $$ 2>/dev/null; do
    ended=
    [ ! -f "$progress/ended" ] || ended=yes
    read_reports
    now=$(date +%s)
    if [ -t 1 ]; then
      printf '%s%s' "$clear" "$(progress_line | cut -c "1-$((columns - 1))")"
    elif [ $((now - said)) -ge 60 ] || [ -n "$ended" ]; then
      progress_line
      said=$now
    fi
    [ -z "$ended" ] || break
    sleep 2
  done
  [ ! -t 1 ] || say ""
}

# Begins to tell how far the tests are that Maven runs with the arguments "$@".
begin_progress() {
  tab=$(printf '\t')
  progress=$root/target/test-progress
  rm -rf "$progress"
  mkdir -p "$progress"
  : >"$log"
  : >"$progress/told"
  : >"$progress/looked"
  : >"$progress/totals"
  case " $*" in
    *" -Dtest="*) ;;
    *) count_classes >"$progress/totals" ;;
  esac
  follow &
  follower=$!
}

# Waits until all is told.
end_progress() {
  touch "$progress/ended"
  wait "$follower" || true
}
