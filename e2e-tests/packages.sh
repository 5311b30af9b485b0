# shellcheck shell=sh disable=SC2154
# The Debian packages that the tests and the load lab need beside a JDK and git. Read by the launcher, whose functions
# and variables it uses.

# Prints the Debian packages whose programs are missing, in one line.
missing_packages() {
  missing=
  for pair in git:git ssh:openssh-client curl:curl ps:procps faketime:faketime bindfs:bindfs gpg:gnupg; do
    command -v "${pair%%:*}" >/dev/null 2>&1 || missing="$missing ${pair#*:}"
  done
  for pair in nginx:nginx-light haproxy:haproxy; do
    [ -x "/usr/sbin/${pair%%:*}" ] || missing="$missing ${pair#*:}"
  done
  if ! command -v python3 >/dev/null 2>&1; then
    missing="$missing python3 python3-venv"
  elif ! python3 -c 'import ensurepip, venv' >/dev/null 2>&1; then
    missing="$missing python3-venv"
  fi
  if [ "$excluded" = lab ] && ! command -v npm >/dev/null 2>&1; then
    missing="$missing nodejs npm"
  fi
  # Without a font the browser lays out pages of nothing.
  if [ ! -x /usr/bin/chromium ] && [ ! -x /usr/bin/chromium-browser ] && [ ! -x /usr/bin/google-chrome ]; then
    missing="$missing chromium fonts-liberation"
  fi
  say "${missing# }"
}

# Installs the Debian packages $2; $1 needs them.
install_packages() {
  [ -n "$2" ] || return 0
  if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null 2>&1; then
    fail "$1 what these Debian packages bring; please install them: $2."
  fi
  say "Installing: $2."
  log=$root/target/apt.log
  mkdir -p "$root/target"
  # shellcheck disable=SC2086 # one word a package
  if ! { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $2; } >"$log" 2>&1; then
    tail -n 5 "$log" >&2
    fail "Could not install $2; please do, and try again."
  fi
}

install_what_tests_need() {
  missing=$(missing_packages)
  install_packages "The tests need" "$missing"
  case " $missing " in
    *" nginx-light "* | *" haproxy "*) end_services nginx.service haproxy.service ;;
  esac
}

# Debian starts what it installs, on ports that everybody reaches; the tests and the lab start their own.
end_services() {
  if [ -d /run/systemd/system ]; then
    systemctl disable --now "$@" >/dev/null 2>&1 || true
  fi
}

# The Debian packages of two machines with an NFS that are missing, in one line.
missing_nfs_packages() {
  missing=
  for pair in ganesha.nfsd:nfs-ganesha linux.uml:user-mode-linux insmod:kmod ip:iproute2; do
    command -v "${pair%%:*}" >/dev/null 2>&1 || missing="$missing ${pair#*:}"
  done
  ls /usr/lib/*/ganesha/libfsalvfs.so >/dev/null 2>&1 || missing="$missing nfs-ganesha-vfs"
  # Linux in user mode needs help where the processor has more registers than it knows.
  if grep -q amx_tile /proc/cpuinfo && ! command -v cc >/dev/null 2>&1; then
    missing="$missing gcc libc6-dev"
  fi
  say "${missing# }"
}

# The tests with an NFS are skipped where it cannot be had.
offer_nfs() {
  if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null 2>&1 || [ ! -c /dev/net/tun ]; then
    say "The tests with an NFS are skipped: they need root on Debian and /dev/net/tun."
    return 0
  fi
  missing=$(missing_nfs_packages)
  [ -n "$missing" ] || return 0
  (install_packages "The tests with an NFS need" "$missing") ||
    say "The tests with an NFS are skipped."
  end_services nfs-ganesha.service
}

# The test of the image is skipped where it cannot be had.
offer_image() {
  case $group in
    '' | image) ;;
    *) return 0 ;;
  esac
  if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null 2>&1; then
    say "The test that builds the image is skipped: it needs root on Debian."
    return 0
  fi
  missing=
  for program in buildah mmdebstrap; do
    command -v "$program" >/dev/null 2>&1 || missing="$missing $program"
  done
  (install_packages "The test that builds the image needs" "${missing# }") ||
    say "The test that builds the image is skipped."
}

# The programs that the load lab serves stock git with.
need_stock_git() {
  missing=
  services=
  for program in nginx:nginx-light:nginx.service fcgiwrap:fcgiwrap:fcgiwrap.socket sshd:openssh-server:ssh.service; do
    [ ! -x "/usr/sbin/${program%%:*}" ] || continue
    services="$services ${program##*:}"
    program=${program%:*}
    missing="$missing ${program#*:}"
  done
  [ -n "$missing" ] || return 0
  install_packages "Stock git needs" "${missing# }"
  # shellcheck disable=SC2086 # one word a service
  end_services $services
}
