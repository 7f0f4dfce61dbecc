import type { Signal } from '../signal.ts'
import { isSoftwareRenderer } from '../fingerprint/software-renderer.ts'

/** No phone is sold without a GPU, so it is an emulator. Counts on top of `software_gpu`. */
export const softwareGpuOnPhone: Signal = {
  name: 'software_gpu_on_phone',
  group: 'environment',
  read({ gpu, systems }) {
    if (gpu === undefined || systems.length === 0) return undefined
    const isPhoneSystem = systems.some((system) => system === 'android' || system === 'ios')
    return Number(isPhoneSystem && isSoftwareRenderer(gpu))
  },
  describe: ({ systems }) => `software rendering on ${systems.join(' and ')}`,
}
