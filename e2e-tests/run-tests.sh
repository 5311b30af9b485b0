# shellcheck shell=sh disable=SC2154
# Runs the tests. Read by the launcher, whose functions and variables it uses; lines that begin with "#:" are its part of
# "packhouse help".
#
#:   test [--full [GROUP]] [-- MAVEN-ARGUMENT ...]
#:       Runs the tests; --full adds the slow ones, or runs the slow ones of that group alone;
#:       "--full list" prints the groups.
#:   test --packages
#:       Prints the Debian packages that the tests need and that are missing here.

readonly NEEDED_NODE=20 # for the slow tests alone

# shellcheck source=e2e-tests/packages.sh
. "$root/e2e-tests/packages.sh"
# shellcheck source=e2e-tests/test-progress.sh
. "$root/e2e-tests/test-progress.sh"

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

# Prints how many tests had one of the results "$@".
count_results() {
  for result; do
    awk -F '\t' -v result="$result" '$2 == result' "$cases"
  done | wc -l | tr -d ' '
}

# Prints the names of the tests with the result $1.
names_of() {
  awk -F '\t' -v result="$1" '$2 == result { print "  " $4 "." $5 }' "$cases"
}

# Prints the end of the report. The status is that of the run: 1 if a test has failed, or passed at the second try in
# a run of slow tests.
print_results() {
  print_minutes
  unsteady=$(count_results unsteady)
  skipped=$(count_results skipped)
  if [ "$excluded" = lab ]; then
    passed=$(count_results passed)
    failed=$(count_results failed unsteady)
  else
    passed=$(count_results passed unsteady)
    failed=$(count_results failed)
  fi
  taken=$(($(date +%s) - began))
  say "" "Time taken: $((taken / 60)) minutes $((taken % 60)) seconds; all output is in $log."
  if [ "$unsteady" -gt 0 ]; then
    say_in_red "Passed at the second try only, which is a fault to be mended:"
    say_in_red "$(names_of unsteady)"
  fi
  if [ "$failed" -gt 0 ]; then
    say_in_red "Failed:"
    say_in_red "$(names_of failed)"
  fi
  if [ "$status" -ne 0 ]; then
    build_errors "$log"
    say_in_red "The build failed."
  elif [ "$passed" -eq 0 ] && [ "$failed" -eq 0 ]; then
    say_in_red "No test ran."
    status=1
  fi
  say "$passed passed, $failed failed, $skipped skipped"
  [ "$status" -eq 0 ] && [ "$failed" -eq 0 ]
}

# Sets excluded, the tags of the tests that do not run, and group, the tag of those that alone do.
read_test_options() {
  excluded=full,lab
  group=
  case ${1:-} in
    --full) excluded=lab ;;
    --packages)
      say "$(missing_packages)"
      exit 0
      ;;
    *) return 0 ;;
  esac
  case ${2:-} in
    '' | -*) ;;
    list)
      test_groups
      exit 0
      ;;
    *)
      group=$2
      test_groups | grep -qxF -e "$group" ||
        fail "There is no group $group of slow tests; packhouse test --full list prints the groups."
      ;;
  esac
}

# Installs what the tests need, or says what is missing.
prepare_machine() {
  # A test of the launcher runs on a machine that has it all.
  [ "${PACKHOUSE_BUILD:-}" != never ] || return 0
  install_what_tests_need
  offer_nfs
  need_git
  if [ "$excluded" = lab ]; then
    need_node
    need_stock_git
    offer_image
  fi
}

run_tests() {
  read_test_options "$@"
  [ "$excluded" != lab ] || shift ${group:+2}
  case ${1:-} in
    '') ;;
    --) shift ;;
    *) fail "Unknown option $1; packhouse help lists the options." ;;
  esac
  find_java
  prepare_machine
  began=$(date +%s)
  seed=${TEST_SEED:-$began}
  log=$root/target/test.log
  mkdir -p "$root/target"
  say "Building Packhouse with all checkers, and running its tests; all output goes to $log." \
    "The tests run in random order; TEST_SEED=$seed repeats this one."
  # A quick build leaves classes that the checkers have not seen.
  for module in "$root"/*/; do
    rm -rf "${module}target/classes" "${module}target/test-classes" \
      "${module}target/maven-status" "${module}target/surefire-reports"
  done
  status=0
  begin_progress "$@"
  maven -T 2 verify -Dexcluded.tags="$excluded" ${group:+"-Dincluded.tags=full & $group"} -Dmaven.test.failure.ignore=true \
    -Dtest.seed="$seed" -Dsurefire.runOrder.random.seed="$seed" "$@" >"$log" 2>&1 || status=$?
  end_progress
  cases=$root/target/test-cases.tsv
  find "$progress" -mindepth 2 -name '*.tsv' -exec cat {} + >"$cases"
  print_results
}
