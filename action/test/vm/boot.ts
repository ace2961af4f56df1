import { type BoundProcess, startBound } from './bound-process.ts'
import type { GuestDisk } from './disk.ts'

/**
 * Starts the emulator of a guest. The guest has two processors, 3 GiB of memory, a network in which 10.0.2.2 is the
 * host's loopback, and one directory shared by 9p. The guest's disk writes go to an unnamed file that disappears with
 * the emulator.
 */
export function boot(disk: GuestDisk, share: string, sshPort: number): BoundProcess {
  return startBound('qemu-system-x86_64', [
    ...['-machine', 'q35', '-accel', 'tcg,thread=multi', '-smp', '2', '-m', '3G'],
    ...['-nodefaults', '-no-user-config', '-display', 'none', '-serial', 'stdio'],
    ...['-kernel', disk.kernel, '-initrd', disk.initrd],
    // Loading AppArmor's profiles takes as long as the rest of the boot. Docker works without AppArmor, so it is off.
    ...['-append', 'root=/dev/vda rw quiet console=ttyS0 net.ifnames=0 apparmor=0'],
    ...['-drive', `file=${disk.image},format=raw,if=virtio,snapshot=on,cache=unsafe`],
    ...['-netdev', `user,id=net,hostfwd=tcp:127.0.0.1:${sshPort}-:22`, '-device', 'virtio-net-pci,netdev=net,romfile='],
    ...['-virtfs', `local,path=${share},mount_tag=share,security_model=passthrough,multidevs=remap`],
    ...['-device', 'virtio-rng-pci'],
  ])
}
