#!/bin/sh
# The first process of a client, a kernel in user mode whose root is that of the machine that it
# runs on. From the kernel's command line: node (1 or 2), directory, server (address), prefix (of the
# clients' addresses), options (of the mount). Mounts the export and runs DIRECTORY/nodeN.sh.
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
mount -t proc proc /proc
mount -t tmpfs tmpfs /mnt
# The file server takes two clients of one name for one that has started again, and ends what the
# former had open.
echo "client$node" >/proc/sys/kernel/hostname
mkdir /mnt/shared /mnt/home /mnt/tmp
ip link set lo up
ip addr add "$prefix.1$node/24" dev vec0
ip link set vec0 up
modules=/usr/lib/uml/modules/$(uname -r)/kernel
for module in net/sunrpc/sunrpc fs/nfs_common/grace fs/lockd/lockd fs/netfs/netfs \
  fs/fscache/fscache net/dns_resolver/dns_resolver fs/nfs_common/nfs_ssc fs/nfs/nfs fs/nfs/nfsv4; do
  [ ! -f "$modules/$module.ko" ] || insmod "$modules/$module.ko"
done
if mount -i -t nfs4 "$server:/export" /mnt/shared \
  -o "addr=$server,clientaddr=$prefix.1$node,vers=4.1,proto=tcp$options"; then
  grep ' /mnt/shared ' /proc/mounts
  export node TMPDIR=/mnt/tmp HOME=/mnt/home
  cd /mnt/home
  sh "$directory/node$node.sh"
fi
echo o >/proc/sysrq-trigger
sleep 100
