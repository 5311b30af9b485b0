# shellcheck shell=sh disable=SC2154
# Builds the server of this source tree. Read by the launcher, whose functions and variables it uses; lines that begin
# with "#:" are its part of "packhouse help".
#
#:   build
#:       Builds the server and prepares all that a fast start needs; prints the directory.

readonly NEEDED_GIT_MINOR=38 # git 2.38 brought merge-tree --write-tree
# The first release of each minor version of git without known holes, as minor:patch.
readonly FIXED_GIT="38:5 39:4 40:4 41:3 42:4 43:7 44:4 45:4 46:4 47:3 48:2 49:1 50:1"

jar=$root/app/target/packhouse.jar

need_git() {
  command -v git >/dev/null 2>&1 ||
    fail "Packhouse needs git 2.$NEEDED_GIT_MINOR or later and found none: install the package git."
  git_version=$(git version | sed -n 's/^git version \([0-9]*\)\.\([0-9]*\).*/\1 \2/p')
  git_major=${git_version% *}
  git_minor=${git_version#* }
  if [ "${git_major:-0}" -lt 2 ] || { [ "$git_major" -eq 2 ] && [ "$git_minor" -lt "$NEEDED_GIT_MINOR" ]; }; then
    fail "Packhouse needs git 2.$NEEDED_GIT_MINOR or later but found $(git version): install a later package git."
  fi
  git_patch=$(git version | sed -n 's/^git version [0-9]*\.[0-9]*\.\([0-9]*\).*/\1/p')
  for fixed in $FIXED_GIT; do
    if [ "$git_major" -ne 2 ] || [ "$git_minor" -ne "${fixed%:*}" ] || [ "${git_patch:-0}" -ge "${fixed#*:}" ]; then
      continue
    fi
    [ "${SCM_GIT_VERSION_MENDED:-${PACKHOUSE_SCM_GIT_VERSION_MENDED:-}}" != "2.$git_minor.${git_patch:-0}" ] ||
      continue
    say "git 2.$git_minor.${git_patch:-0} has holes that are known: install 2.$git_minor.${fixed#*:} or later." >&2
    fail "If your distribution has mended them without another number, set SCM_GIT_VERSION_MENDED=2.$git_minor.${git_patch:-0}."
  done
}

maven() {
  (cd "$root" && JAVA_HOME="$java_home" ./mvnw -B "$@")
}

# True if the jar is absent or something that it is made of changed after it was built. The jar's
# own time is fixed for reproducible builds, so the time of its unpacked original is compared.
is_stale() {
  [ -f "$jar" ] && [ -f "$jar.original" ] || return 0
  for source in "$root"/pom.xml "$root"/*/pom.xml "$root"/*/src/main; do
    case $source in
      "$root"/e2e-tests/* | "$root"/docker/*) continue ;;
    esac
    [ -e "$source" ] || continue
    [ -z "$(find "$source" -newer "$jar.original" -print | head -n 1)" ] || return 0
  done
  return 1
}

# Prints what went wrong in a build whose output is in $1, without the advice that Maven has for those who run it
# themselves.
build_errors() {
  errors=$(awk '
    # What was logged before is the output of tests.
    /^\[INFO\] BUILD FAILURE/ { count = 0 }
    /^\[ERROR\] *($|-> \[Help|\[Help|To see the full|Re-run Maven|For more information|After correcting|  mvn )/ { next }
    /^\[ERROR\]/ && count < 20 { line[count++] = $0 }
    END { for (i = 0; i < count; i++) print line[i] }
  ' "$1")
  [ -n "$errors" ] || errors=$(tail -n 20 "$1")
  say "$errors"
}

build_if_stale() {
  # A test of the launcher runs inside a build, which has just made the jar.
  [ "${PACKHOUSE_BUILD:-}" != never ] || return 0
  is_stale || return 0
  say "Building Packhouse (the first time takes a few minutes)."
  log=$root/target/build.log
  mkdir -p "$root/target"
  if ! maven -q -Pquick -DskipTests -pl app -am package >"$log" 2>&1; then
    build_errors "$log" >&2
    fail "The build failed; all of its output is in $log."
  fi
}

# Sets server: the directory with the unpacked jar, one directory a build, so that a server which runs from
# an earlier build keeps its files.
build_server() {
  build_if_stale
  server=$root/target/server-$(cat "$jar" "$root/app/recorded-start.sh" | cksum | cut -d ' ' -f 1)
  [ ! -f "$server/packhouse.jar" ] || return 0
  unpacked=$root/target/unpacking-$$
  mkdir -p "$root/target"
  if ! { "$java_home/bin/java" -Djarmode=tools -jar "$jar" extract --destination "$unpacked" >/dev/null &&
    "$java_home/bin/java" -cp "$unpacked/packhouse.jar" org.packhouse.app.UnsignedLibraries "$unpacked/lib" &&
    cp "$root/app/recorded-start.sh" "$root/LICENSE" "$root/NOTICE" "$unpacked" &&
    project_version >"$unpacked/VERSION"; }; then
    rm -rf "$unpacked"
    fail "The server could not be unpacked from $jar; is there room in $root/target?"
  fi
  find "$root/target" -maxdepth 1 -name 'unpacking-*' -mtime +1 -exec rm -rf {} + 2>/dev/null || true
  remove_old_servers
  mv "$unpacked" "$server" 2>/dev/null || rm -rf "$unpacked"
}

# Builds of more than a week ago that no server runs from; where nobody can tell, they stay.
remove_old_servers() {
  [ -d /proc/self ] || return 0
  find "$root/target" -maxdepth 1 -name 'server-*' -mtime +7 2>/dev/null |
    while read -r old; do
      grep -qsF "$old/packhouse.jar" /proc/[0-9]*/cmdline || rm -rf "$old" || true
    done
}

build() {
  [ $# -eq 0 ] || fail "packhouse build takes no options."
  prepare_server
  record_start
  say "$server"
}
