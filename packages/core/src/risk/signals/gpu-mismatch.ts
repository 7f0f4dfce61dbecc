import { systemsOfGpu } from '../fingerprint/operating-system.ts'
import type { Signal } from '../signal.ts'
import { describeMismatch, mismatchShare } from '../fingerprint/system-fit.ts'

/**
 * Direct3D is Windows', an Adreno or Mali sits in Android devices, an Apple GPU in Apple's. An emulator that names itself
 * has its host's GPU and tells no lie; one that hides behind the name of a phone does.
 */
export const gpuMismatch: Signal = {
  name: 'gpu_mismatch',
  group: 'inconsistency',
  read: ({ systems, gpu, isNamedEmulator = false }) =>
    mismatchShare(
      isNamedEmulator ? systems.filter((system) => system !== 'android') : systems,
      systemsOfGpu(gpu),
    ),
  describe: ({ systems, gpu }) => describeMismatch(systems, 'a GPU', systemsOfGpu(gpu)),
}
