#!/bin/sh
# The file server's machine: a network of its own with a bridge, on which the clients and, by the
# interface "outside", the tests are. Becomes the file server.
# network.sh DIRECTORY ADDRESS/BITS
set -eu
directory=$1

ip link set lo up
ip link add bridge type bridge
ip addr add "$2" dev bridge
ip link set bridge up
for client in 1 2; do
  ip tuntap add dev "client$client" mode tap
  ip link set "client$client" master bridge
  ip link set "client$client" up
done
until ip link set outside master bridge 2>/dev/null; do sleep 0.1; done
ip link set outside up
touch "$directory/network-is-up"
exec ganesha.nfsd -F -f "$directory/ganesha.conf" -L "$directory/ganesha.log" -p "$directory/ganesha.pid"
