# shellcheck shell=sh disable=SC2154
# Runs the tests. Read by the launcher, whose functions and variables it uses; lines that begin with "#:" are its part of
# "packhouse help".
#
#:   test [--full [GROUP]] [-- MAVEN-ARGUMENT ...]
#:       Runs the tests; --full adds the slow ones, or runs the slow ones of that group alone;
#:       "--full list" prints the groups.
#:   test --full orders [N] [-- MAVEN-ARGUMENT ...]
#:       Runs the server's tests, but for the slow ones, in N random orders of their classes (default
#:       20), which "test --full" alone leaves out.
#:   test --packages
#:       Prints the Debian packages that the tests need and that are missing here.

readonly NEEDED_NODE=20 # for the slow tests alone
readonly ORDERS=20

# shellcheck source=e2e-tests/packages.sh
. "$root/e2e-tests/packages.sh"
# shellcheck source=e2e-tests/test-progress.sh
. "$root/e2e-tests/test-progress.sh"

need_node() {
  node_major=$(node --version | sed -n 's/^v\([0-9]*\).*/\1/p')
  [ "${node_major:-0}" -ge "$NEEDED_NODE" ] ||
    fail "The slow tests need Node.js $NEEDED_NODE or later but found $(node --version): install a later one."
}

# Prints the groups of the slow tests, one a line: the tag that each has beside "full", and "orders".
test_groups() {
  { tagged_groups && say orders; } | sort -u
}

tagged_groups() {
  find "$root"/*/src/test -name '*.java' -exec awk '
    /@Tag\("full"\)/ { slow = 1; next }
    slow && match($0, /@Tag\("[a-z-]*"\)/) { print substr($0, RSTART + 6, RLENGTH - 8) }
    { slow = 0 }
  ' {} +
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
# a run of slow tests or of orders.
print_results() {
  unsteady=$(count_results unsteady)
  skipped=$(count_results skipped)
  if [ -n "$full" ]; then
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

# Sets full, excluded (the tags of the tests that do not run), group (the tag of those that alone do) and orders (the
# number of orders that the server's tests run in).
read_test_options() {
  full=
  excluded=full
  group=
  orders=
  case ${1:-} in
    --full) full=yes ;;
    --packages)
      say "$(missing_packages)"
      exit 0
      ;;
    *) return 0 ;;
  esac
  case ${2:-} in
    list)
      test_groups
      exit 0
      ;;
    orders)
      orders=$ORDERS
      case ${3:-} in
        '' | -*) ;;
        0* | *[!0-9]*) fail "The number of orders must be a positive integer; it is $3." ;;
        *) orders=$3 ;;
      esac
      ;;
    *)
      excluded=none
      case ${2:-} in
        '' | -*) return 0 ;;
      esac
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
  if [ "$excluded" = none ]; then
    need_node
    need_stock_git
    offer_image
  fi
}

# Runs Maven with the arguments "$@" in the random order $seed and tells how far the tests are; sets status. What the
# tests have come to is in the file $cases then, Maven's output in $log.
run_maven_tests() {
  began=$(date +%s)
  rm -rf "$root"/*/target/surefire-reports
  status=0
  begin_progress "$@"
  maven -T 2 "$@" -Dexcluded.tags="$excluded" -Dmaven.test.failure.ignore=true \
    -Dtest.seed="$seed" -Dsurefire.runOrder.random.seed="$seed" >"$log" 2>&1 || status=$?
  end_progress
  find "$progress" -mindepth 2 -name '*.tsv' -exec cat {} + >"$cases"
}

# Runs the server's tests in one order after the other. Each has a log of its own, and goes on from the last one's seed.
# "$@" is for Maven. The status is 1 if a test has failed in one of them, or passed at the second try only.
run_orders() {
  broken=
  order=0
  while [ "$order" -lt "$orders" ]; do
    order=$((order + 1))
    log=$root/target/test-order-$seed.log
    say "" "Order $order of $orders; TEST_SEED=$seed packhouse test --full orders 1 repeats it."
    # The pattern is of the server's tests alone: other modules are built and not tested.
    run_maven_tests test -pl app -am -Dtest='org/packhouse/app/**/*Test' -Dsurefire.failIfNoSpecifiedTests=false \
      -Dspotless.check.skip=true -Dcheckstyle.skip=true "$@"
    print_results || broken="$broken $seed"
    seed=$((seed + 1))
  done
  if [ -n "$broken" ]; then
    say_in_red "Tests failed, or passed at the second try only, in the orders with the seeds$broken."
    return 1
  fi
  say "" "All tests passed at the first try in all orders."
}

run_tests() {
  read_test_options "$@"
  [ -z "$full" ] || shift
  [ -z "$group$orders" ] || shift
  case ${1:-} in
    [0-9]*) [ -z "$orders" ] || shift ;;
  esac
  case ${1:-} in
    '') ;;
    --) shift ;;
    *) fail "Unknown option $1; packhouse help lists the options." ;;
  esac
  find_java
  prepare_machine
  seed=${TEST_SEED:-$(date +%s)}
  cases=$root/target/test-cases.tsv
  mkdir -p "$root/target"
  # A quick build leaves classes that the checkers have not seen.
  for module in "$root"/*/; do
    rm -rf "${module}target/classes" "${module}target/test-classes" "${module}target/maven-status"
  done
  if [ -n "$orders" ]; then
    run_orders "$@"
    return
  fi
  log=$root/target/test.log
  say "Building Packhouse with all checkers, and running its tests; all output goes to $log." \
    "The tests run in random order; TEST_SEED=$seed repeats this one."
  run_maven_tests verify ${group:+"-Dincluded.tags=full & $group"} "$@"
  print_minutes
  print_results
}
