import { SHARE } from './boot.ts'

/** Size of the guest's disk; unused blocks take no space on the host. */
export const SIZE = '16G'

/** The full kernel: the cloud kernel has no 9p. */
export const PACKAGES = ['linux-image-amd64', 'systemd-sysv', 'udev', 'kmod', 'openssh-server', 'docker.io']

/** Files that no guest needs, and that take a third of the time to unpack. */
export const LEFT_OUT = [
  '/usr/share/doc/*',
  '/usr/share/locale/*',
  '/usr/share/man/*',
  '/usr/lib/modules/*/kernel/drivers/gpu/*',
  '/usr/lib/modules/*/kernel/drivers/media/*',
  '/usr/lib/modules/*/kernel/drivers/net/wireless/*',
  '/usr/lib/modules/*/kernel/sound/*',
]

/** Disabled units: background work, and consoles. */
export const MASKED = ['timers.target', 'getty.target', 'systemd-networkd-wait-online.service']

/** Enabled units, in addition to those that the packages enable. */
export const WANTED = ['systemd-networkd.service']

/** Files of the guest, by path. */
export const FILES = {
  'etc/hostname': 'guest\n',
  'etc/hosts': '127.0.0.1 localhost guest\n',
  // With an id and these two files, systemd skips its first-boot steps.
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
  // The firewall is half of Docker's start in an emulator, and containers need no network here.
  'etc/docker/daemon.json': '{"iptables":false,"ip6tables":false}\n',
}
