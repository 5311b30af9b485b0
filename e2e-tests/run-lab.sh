# shellcheck shell=sh disable=SC2154
# Runs the load lab. Read by the launcher, whose functions and variables it uses; lines that begin with "#:" are its part
# of "packhouse help".
#
#:   lab run EXPERIMENT [OPTION ...]
#:       Puts load on servers as an experiment says, and writes a report with charts; EXPERIMENT is a
#:       name of "lab list" or the path of a file.
#:         --quick               a run of seconds that shows that all works
#:         --target NAME         this target of the experiment alone; may be given several times
#:         --against DIRECTORY      each server of Packhouse beside the build of another source tree
#:         --url URL             a server that runs somewhere, such as http://USER:PASSWORD@HOST/scm/KEY/
#:         --report DIRECTORY       where the report goes (default target/lab/EXPERIMENT-TIME)
#:         --worker HOST:PORT    lets clients run in a worker there; may be given several times
#:         --secret TEXT         what the workers printed; or --secret-file FILE
#:         --open-pull-requests N, --branches N, --young-packs N, --forks N, --webhooks N
#:                               what each repository of the experiment has, or has around it
#:   lab list
#:       Lists the experiments.
#:   lab worker [--once] [--listen HOST:PORT] [--secret TEXT | --secret-file FILE]
#:       Runs clients for labs on other machines (default 0.0.0.0:7470).

# shellcheck source=e2e-tests/packages.sh
. "$root/e2e-tests/packages.sh"

lab=$root/e2e-tests/target

# True if one of the files $2... is newer than the file $1, or that is absent.
is_older() {
  made=$1
  shift
  [ -f "$made" ] || return 0
  [ -n "$(find "$@" -newer "$made" -print | head -n 1)" ]
}

# True if the classes of the lab are absent or older than what they are made of.
are_lab_classes_stale() {
  is_older "$lab/lab.built" "$root/e2e-tests/src/main" "$root/e2e-tests/experiments/experiment.schema.json"
}

# True if the class path of the lab is absent, older than what it is made of, or names a file that has gone.
is_lab_classpath_stale() {
  ! is_older "$lab/lab.classpath" "$root/pom.xml" "$root/e2e-tests/pom.xml" || return 0
  gone=$(tr ':' '\n' <"$lab/lab.classpath" | while IFS= read -r library; do
    [ -f "$library" ] || say "$library"
  done)
  [ -z "$gone" ] || return 0
  return 1
}

# Builds the server and the lab in one go, or of the lab alone what its sources have become.
build_lab_if_stale() {
  # A test of the lab runs inside a build, which has just made its classes.
  [ "${PACKHOUSE_BUILD:-}" != never ] || return 0
  if is_lab_classpath_stale || { wants_server && is_stale; }; then
    say "Building Packhouse and its load lab (the first time takes a few minutes)."
    build_with -DskipTests -pl e2e-tests -am package
  elif are_lab_classes_stale; then
    say "Compiling the load lab."
    build_with -pl e2e-tests resources:resources compiler:compile
  fi
}

# Runs Maven with the words "$@".
build_with() {
  log=$root/target/build.log
  mkdir -p "$root/target" "$lab"
  began=$root/target/lab-build-began
  touch "$began"
  if ! maven -q -Pquick "$@" >"$log" 2>&1; then
    build_errors "$log" >&2
    fail "The build failed; all of its output is in $log."
  fi
  mv "$began" "$lab/lab.built"
}

# Prints what experiments there are and what each shows; nothing has to be built for that.
list_experiments() {
  [ $# -eq 0 ] || fail "packhouse lab list takes no words."
  for experiment in "$root"/e2e-tests/experiments/*.json; do
    name=$(basename "$experiment" .json)
    [ "$name" != experiment.schema ] || continue
    shows=$(sed -n 's/^ *"shows": *"\(.*\)",* *$/\1/p' "$experiment" | sed 's/\\"/"/g')
    printf '%-24s %s\n' "$name" "$shows"
  done
}

# Reads the words behind "lab run": sets file (of the experiment; empty if there is none), chosen (its
# targets, "|" between them; empty for all) and quick.
read_lab_run() {
  experiment=
  chosen=
  quick=
  while [ $# -gt 0 ]; do
    option=${1%%=*}
    case $1 in
      --quick)
        value=
        quick=yes
        ;;
      --*=*) value=${1#*=} ;;
      --*)
        value=${2:-}
        [ $# -lt 2 ] || shift
        ;;
      *) experiment=$1 ;;
    esac
    case $option in
      --target | --url) chosen="$chosen${chosen:+|}$value" ;;
    esac
    shift
  done
  case $experiment in
    */* | *.json) file=$experiment ;;
    *) file=$root/e2e-tests/experiments/$experiment.json ;;
  esac
  [ -f "$file" ] || file=
}

# True if the run that was read starts nginx: stock git, or the file that is its floor.
wants_stock_git() {
  [ -n "$file" ] &&
    grep -qE "\"name\" *: *\"(${chosen:-.*})\".*\"kind\" *: *\"(stock-git|file)\"" "$file"
}

# True if the run that was read starts a server of this source tree.
wants_server() {
  [ -n "${file:-}" ] &&
    grep -qE "\"name\" *: *\"(${chosen:-.*})\".*\"kind\" *: *\"packhouse\"" "$file"
}

# True if the run that was read is over before good machine code pays, which encryption needs.
is_hasty() {
  [ -n "$quick" ] && [ -n "$file" ] &&
    ! grep -qE "\"transport\" *: *\"(https|https2|ssh)\"" "$file"
}

run_lab() {
  if [ "${1:-}" = list ]; then
    shift
    list_experiments "$@"
    return 0
  fi
  find_java
  need_git
  compiler=4
  if [ "${1:-}" = run ]; then
    shift
    read_lab_run "$@"
    ! wants_stock_git || need_stock_git
    ! is_hasty || compiler=1
    set -- run "$@"
  fi
  build_lab_if_stale
  use_utf8
  unset PACKHOUSE_BUILD
  exec "$java_home/bin/java" -Xmx2g -XX:+UseParallelGC -XX:TieredStopAtLevel="$compiler" --enable-native-access=ALL-UNNAMED \
    --sun-misc-unsafe-memory-access=allow -Dorg.slf4j.simpleLogger.defaultLogLevel=error \
    -Dpackhouse.version="$(project_version)" \
    -cp "$root/e2e-tests/target/classes:$(cat "$root/e2e-tests/target/lab.classpath")" \
    org.packhouse.lab.Lab "$@"
}
