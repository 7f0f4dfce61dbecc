import type { Signal } from '../signal.ts'
import { isSoftwareRenderer } from '../fingerprint/software-renderer.ts'

/** A renderer in software or of a virtual machine. Weak alone: 3 to 9 % of real Windows traffic has one. */
export const softwareGpu: Signal = {
  name: 'software_gpu',
  group: 'environment',
  read: ({ gpu }) => (gpu === undefined ? undefined : Number(isSoftwareRenderer(gpu))),
  describe: () => 'WebGL is rendered in software or by a virtual machine',
}
