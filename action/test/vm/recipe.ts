import { SHARE } from './boot.ts'

/** Size of the guest's disk; what is not used takes no room on the host. */
export const SIZE = '16G'

/** The whole kernel: the one for clouds has no 9p. */
export const PACKAGES = ['linux-image-amd64', 'systemd-sysv', 'udev', 'kmod', 'openssh-server', 'docker.io']

/** What no guest will look at, and what takes a third of the time to unpack. */
export const LEFT_OUT = [
  '/usr/share/doc/*',
  '/usr/share/locale/*',
  '/usr/share/man/*',
  '/usr/lib/modules/*/kernel/drivers/gpu/*',
  '/usr/lib/modules/*/kernel/drivers/media/*',
  '/usr/lib/modules/*/kernel/drivers/net/wireless/*',
  '/usr/lib/modules/*/kernel/sound/*',
]

/** Units that are not to start: work in the background, and consoles nobody sits at. */
export const MASKED = ['timers.target', 'getty.target', 'systemd-networkd-wait-online.service']

/** Units that are to start, beside what the packages start themselves. */
export const WANTED = ['systemd-networkd.service']

/** Files of the guest, by path. */
export const FILES = {
  'etc/hostname': 'guest\n',
  'etc/hosts': '127.0.0.1 localhost guest\n',
  // With an id and these two marks, systemd takes it for a machine that has been up before.
  'etc/machine-id': '706c696d736f6c6c2d67756573740000\n',
  'etc/.updated': '',
  'var/.updated': '',
  'etc/fstab': `/dev/vda / ext4 noatime 0 0
share ${SHARE} 9p trans=virtio,version=9p2000.L,msize=262144 0 0
`,
  'etc/systemd/network/guest.network': `[Match]
Name=eth0
[Network]
Address=10.0.2.15/24
Gateway=10.0.2.2
LinkLocalAddressing=no
`,
  // Half of Docker's start in an emulator is the firewall, and no container is to reach anything here.
  'etc/docker/daemon.json': '{"iptables":false,"ip6tables":false}\n',
}
