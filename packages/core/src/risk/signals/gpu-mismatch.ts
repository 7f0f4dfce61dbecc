import { systemsOfGpu } from '../fingerprint/operating-system.ts'
import type { Signal } from '../signal.ts'
import { describeMismatch, mismatchShare } from '../fingerprint/system-fit.ts'

/** Direct3D is Windows', an Adreno or Mali sits in Android devices, an Apple GPU in Apple's. */
export const gpuMismatch: Signal = {
  name: 'gpu_mismatch',
  group: 'inconsistency',
  read: ({ systems, gpu }) => mismatchShare(systems, systemsOfGpu(gpu)),
  describe: ({ systems, gpu }) => describeMismatch(systems, 'a GPU', systemsOfGpu(gpu)),
}
