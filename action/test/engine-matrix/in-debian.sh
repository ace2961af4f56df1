# Runs one container engine of a Debian tree, and Plimsoll on it, in namespaces of its own. Starting it:
#   unshare --mount --net --pid --fork --kill-child --propagation private sh -e in-debian.sh TREE WORK REPOSITORY ENGINE ARGUMENTS…
tree=$1 work=$2 repository=$3 engine=$4
shift 4

# The tree stays as it was made. What engines store is not on the overlay, because they mount overlays there.
root=$work/root home=$work/home
mkdir -p "$root" "$work/upper" "$work/overlay" "$work/docker" "$work/containers" "$home"
mount -t overlay -o "lowerdir=$tree,upperdir=$work/upper,workdir=$work/overlay" overlay "$root"
mkdir -p "$root/home/someone" "$root/repository" "$root/old" "$root/var/lib/docker" "$root/var/lib/containers"
mount --bind "$work/docker" "$root/var/lib/docker"
mount --bind "$work/containers" "$root/var/lib/containers"
mount --bind "$home" "$root/home/someone"
mount --rbind "$repository" "$root/repository"
mount --rbind /sys "$root/sys"
mount -t tmpfs -o mode=755 dev "$root/dev"
for name in null zero full random urandom tty; do
  touch "$root/dev/$name"
  mount --bind "/dev/$name" "$root/dev/$name"
done
mkdir -p "$root/dev/net" "$root/dev/pts" "$root/dev/shm"
mknod -m 666 "$root/dev/net/tun" c 10 200
if [ -e /dev/fuse ]; then mknod -m 666 "$root/dev/fuse" c 10 229; fi
mount -t devpts -o newinstance,ptmxmode=666 devpts "$root/dev/pts"
ln -s pts/ptmx "$root/dev/ptmx"
ln -s /proc/self/fd "$root/dev/fd"
mount -t tmpfs shm "$root/dev/shm"
mount -t tmpfs -o mode=755 run "$root/run"
mount -t tmpfs -o mode=1777 tmp "$root/tmp"
# A user namespace cannot be made in a chroot, so the tree becomes the root.
cd "$root"
pivot_root . old
mount -t proc proc /proc
umount -l /old
ip link set lo up

# Podman's events and cgroups without systemd.
mkdir -p /etc/containers
cat >/etc/containers/containers.conf <<END
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
END
grep -q '^someone:' /etc/passwd || useradd --no-create-home --home-dir /home/someone --shell /bin/sh someone
echo someone:100000:65536 | tee /etc/subuid >/etc/subgid
mkdir -p -m 700 /run/user/1000
chown -R someone:someone /home/someone /run/user/1000

export HOME=/home/someone PATH=/repository/node_modules/node/bin:/usr/share/docker.io/contrib:/usr/sbin:/usr/bin:/sbin:/bin
as_someone() {
  chown -R someone:someone /home/someone
  setpriv --reuid=1000 --regid=1000 --clear-groups env XDG_RUNTIME_DIR=/run/user/1000 "$@"
}
# Waits until the engine answers.
await() {
  for _ in $(seq 300); do
    if docker version --format '{{.Server.Version}}' >/dev/null 2>&1; then return; fi
    sleep 0.2
  done
  tail -n 5 /tmp/engine.log >&2
  exit 3
}
run=
case $engine in
docker) dockerd >/tmp/engine.log 2>&1 & await ;;
docker-containerd)
  mkdir -p /etc/docker
  echo "{ \"features\": { \"containerd-snapshotter\": true } }" >/etc/docker/daemon.json
  dockerd >/tmp/engine.log 2>&1 & await ;;
docker-rootless)
  as_someone dockerd-rootless.sh >/tmp/engine.log 2>&1 &
  export DOCKER_HOST=unix:///run/user/1000/docker.sock
  run=as_someone
  await ;;
podman) ;;
podman-rootless) run=as_someone ;;
esac
cd /tmp
$run node /repository/action/bin/plimsoll.js "$@"
