# shellcheck shell=sh disable=SC2154
# Records what a start loads and links, so that later starts map it instead: the JVM's AOT cache. Lies beside the
# server's jar and is read by the launcher, whose functions and variables it uses.

# The recorded start is mapped where its pointers lead already: elsewhere each of its pages would have to be
# changed, and be memory of this process alone. A JVM need not know these flags for ever.
readonly MAPPING_FLAGS="-XX:+UnlockDiagnosticVMOptions -XX:ArchiveRelocationMode=0"

# Sets cache: the file with the classes that a start has loaded and linked before. Its name carries what it depends
# on; the JVM ignores, without a word, one that does not fit its other flags.
name_cache() {
  fingerprint=$({
    cat "$java_home/release" 2>/dev/null || "$java_home/bin/java" -version 2>&1
    say "$java_home" "$server" "$COMMON_FLAGS"
  } | cksum | cut -d ' ' -f 1)
  cache=$server/start-$fingerprint.aot
}

# Whether a process makes the cache. A number may be another process's after a while, and one that is
# not there after a minute could not be written.
is_being_made() {
  minutes=20
  maker=$(cat "$making/pid" 2>/dev/null || true)
  if [ -z "$maker" ]; then
    minutes=1
  else
    kill -0 "$maker" 2>/dev/null || return 1
  fi
  [ -d "$making" ] && [ -z "$(find "$making" -maxdepth 0 -mmin "+$minutes" 2>/dev/null)" ]
}

# True if this process is the only one that makes the cache; one that died while it did is no other.
claim_cache() {
  if ! mkdir "$making" 2>/dev/null; then
    ! is_being_made || return 1
    # Of two who see that, one can move it away.
    mv "$making" "$making.$$" 2>/dev/null || return 1
    rm -rf "$making.$$"
    mkdir "$making" 2>/dev/null || return 1
  fi
  # The number of this shell, which may be an inner one.
  # shellcheck disable=SC2016 # the shell that is asked expands it
  say "$(exec sh -c 'echo "$PPID"')" >"$making/pid"
}

# Makes the cache by a server of its own that lives in a passing home and ends as soon as it has
# started, or when process $1 is gone; $2 is its niceness. Never fails: a start works without.
make_cache() {
  watched=$1
  niceness=$2
  making=$cache.making
  claim_cache || return 0
  use_utf8
  # The passing server asks itself for a push and the like, as an administrator whose password is on
  # no command line, where everybody on this machine could read it.
  (
    umask 077
    mkdir -p "$making/home/shared"
    say setup.sysadmin.username=rehearsal \
      "setup.sysadmin.password=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')" \
      >"$making/home/shared/packhouse.properties"
  ) || true
  # Nothing else of the environment: it may name the database of a real server.
  mended=${SCM_GIT_VERSION_MENDED:-${PACKHOUSE_SCM_GIT_VERSION_MENDED:-}}
  # shellcheck disable=SC2086 # one word a flag
  env -i PATH="$PATH" HOME="$making" LC_ALL="${LC_ALL:-${LC_CTYPE:-${LANG:-}}}" \
    ${mended:+SCM_GIT_VERSION_MENDED="$mended"} \
    nice -n "$niceness" "$java_home/bin/java" -XX:AOTCacheOutput="$making/cache" -Xmx512m \
    "$(garbage_collector)" -Xlog:disable $COMMON_FLAGS -jar "$server/packhouse.jar" \
    --packhouse.home="$making/home" --server.port=0 --server.ssh.port=0 --packhouse.rehearsal=true \
    >"$server/rehearsal.log" 2>&1 &
  rehearsal=$!
  seconds=0
  while kill -0 "$rehearsal" 2>/dev/null; do
    if ! kill -0 "$watched" 2>/dev/null || [ "$seconds" -gt 900 ]; then
      kill "$rehearsal" 2>/dev/null || true
    fi
    seconds=$((seconds + 1))
    sleep 1
  done
  if wait "$rehearsal" && [ -s "$making/cache" ]; then
    # shellcheck disable=SC2086 # one word a flag
    ! "$java_home/bin/java" $MAPPING_FLAGS -version >/dev/null 2>&1 || touch "$cache.maps"
    mv "$making/cache" "$cache"
  fi
  rm -rf "$making"
}

# After a short while, so that the first start is as fast as it can be without the cache.
make_cache_in_background() {
  watched=$$
  # The inner process belongs to nobody: the launcher becomes the server, which waits for no child.
  (
    (
      sleep 20
      ! kill -0 "$watched" 2>/dev/null || make_cache "$watched" 19
    ) </dev/null >/dev/null 2>&1 &
  )
}

record_start() {
  name_cache
  if [ ! -f "$cache" ] && [ -w "$server" ]; then
    say "Recording what a start needs, so that the next ones are fast."
    make_cache $$ 0
    await_cache
  fi
}

# Waits while another process makes the cache.
await_cache() {
  seconds=0
  while [ ! -f "$cache" ] && is_being_made && [ "$seconds" -lt 900 ]; do
    seconds=$((seconds + 1))
    sleep 1
  done
}
