# shellcheck shell=sh disable=SC2154
# Runs the tests. Read by the launcher, whose functions and variables it uses; lines that begin with "#:" are its part of
# "packhouse help".
#
#:   test [--full [GROUP]] [-- MAVEN-ARGUMENT ...]
#:       Runs the tests; --full adds the slow ones, or runs the slow ones of that group alone;
#:       "--full list" prints the groups.

readonly NEEDED_NODE=20 # for the slow tests alone

# shellcheck source=e2e-tests/packages.sh
. "$root/e2e-tests/packages.sh"

# One line a test case: seconds, result, module, class, name; separated by tabs.
test_cases() {
  find "$root" -path "$root/*/target/surefire-reports/TEST-*.xml" | while IFS= read -r report; do
    module=${report#"$root"/}
    awk -v module="${module%%/*}" '
      function attribute(name,   text) {
        if (!match($0, " " name "=\"[^\"]*\"")) return ""
        text = substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 4)
        return text
      }
      function flush() {
        if (pending != "") print seconds "\t" result "\t" pending
        pending = ""
      }
      /<system-(out|err)>/ { output = 1 }
      output { if (/<\/system-(out|err)>/) output = 0; next }
      /<testcase / {
        flush()
        seconds = attribute("time")
        gsub(",", "", seconds)
        result = "passed"
        pending = module "\t" attribute("classname") "\t" attribute("name")
      }
      /<(failure|error)[ >\/]/ { if (pending != "") result = "failed" }
      /<(flakyFailure|flakyError)[ >\/]/ { if (pending != "") result = "unsteady" }
      /<skipped[ >\/]/ { if (pending != "") result = "skipped" }
      /<\/testsuite>/ { flush() }
    ' "$report"
  done
}

# A group is a module, and in it the package of the test.
print_minutes() {
  say "" "Minutes by group:"
  awk -F '\t' '{
    class = $4
    sub(/\$.*/, "", class)
    sub(/\.[^.]*$/, "", class)
    sub(/^org\.packhouse\./, "", class)
    group = $3 " " class
    seconds[group] += $1
    tests[group]++
    total += $1
  }
  END {
    for (group in seconds) printf "%7.2f  %s (%d tests)\n", seconds[group] / 60, group, tests[group]
    printf "%7.2f  in all\n", total / 60
  }' "$cases" | sort -rn
  say "" "Slowest tests, in seconds:"
  sort -rn "$cases" | head -n 20 | awk -F '\t' '{ printf "%8.1f  %s.%s\n", $1, $4, $5 }'
}

need_node() {
  node_major=$(node --version | sed -n 's/^v\([0-9]*\).*/\1/p')
  [ "${node_major:-0}" -ge "$NEEDED_NODE" ] ||
    fail "The slow tests need Node.js $NEEDED_NODE or later but found $(node --version): install a later one."
}

# Prints the groups of the slow tests, one a line: the tag that each has beside "full".
test_groups() {
  find "$root"/*/src/test -name '*.java' -exec awk '
    /@Tag\("full"\)/ { slow = 1; next }
    slow && match($0, /@Tag\("[a-z-]*"\)/) { print substr($0, RSTART + 6, RLENGTH - 8) }
    { slow = 0 }
  ' {} + | sort -u
}

run_tests() {
  excluded=full,lab
  group=
  if [ "${1:-}" = --full ]; then
    excluded=lab
    shift
    case ${1:-} in
      '' | -*) ;;
      *)
        group=$1
        shift
        ;;
    esac
  fi
  case ${1:-} in
    '') ;;
    --) shift ;;
    *) fail "Unknown option $1; packhouse help lists the options." ;;
  esac
  if [ "$group" = list ]; then
    test_groups
    return 0
  fi
  if [ -n "$group" ]; then
    test_groups | grep -qxF -e "$group" ||
      fail "There is no group $group of slow tests; packhouse test --full list prints the groups."
    set -- "-Dincluded.tags=full & $group" "$@"
  fi
  find_java
  install_what_tests_need
  offer_nfs
  need_git
  if [ "$excluded" = lab ]; then
    need_node
    need_stock_git
    offer_image
  fi
  began=$(date +%s)
  seed=${TEST_SEED:-$began}
  say "The tests run in random order; TEST_SEED=$seed repeats this one."
  # A quick build leaves classes that the checkers have not seen.
  for module in "$root"/*/; do
    rm -rf "${module}target/classes" "${module}target/test-classes" \
      "${module}target/maven-status" "${module}target/surefire-reports"
  done
  status=0
  maven -T 2 verify -Dexcluded.tags="$excluded" -Dmaven.test.failure.ignore=true \
    -Dtest.seed="$seed" -Dsurefire.runOrder.random.seed="$seed" "$@" || status=$?
  cases=$root/target/test-cases.tsv
  mkdir -p "$root/target"
  test_cases >"$cases"
  print_minutes
  passed=$(awk -F '\t' '$2 == "passed" || $2 == "unsteady"' "$cases" | wc -l | tr -d ' ')
  failed=$(awk -F '\t' '$2 == "failed"' "$cases" | wc -l | tr -d ' ')
  skipped=$(awk -F '\t' '$2 == "skipped"' "$cases" | wc -l | tr -d ' ')
  say "" "Time taken: $((($(date +%s) - began) / 60)) minutes $((($(date +%s) - began) % 60)) seconds"
  if grep -q "$(printf '\tunsteady\t')" "$cases"; then
    say "Passed at the second try only, which is a fault to be mended:"
    awk -F '\t' '$2 == "unsteady" { print "  " $4 "." $5 }' "$cases"
  fi
  if [ "$failed" -gt 0 ]; then
    say "Failed:"
    awk -F '\t' '$2 == "failed" { print "  " $4 "." $5 }' "$cases"
  elif [ "$status" -ne 0 ]; then
    say "The build failed; its output is above."
  elif [ "$passed" -eq 0 ]; then
    say "No test ran."
    status=1
  fi
  say "$passed passed, $failed failed, $skipped skipped"
  [ "$status" -eq 0 ] && [ "$failed" -eq 0 ]
}
