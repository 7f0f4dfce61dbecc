import type { Signal } from '../signal.ts'

/**
 * What stealth plug-ins of automation tools answer on every machine; real Macs are the only ones that may.
 */
export const stealthGpu: Signal = {
  name: 'stealth_gpu',
  group: 'environment',
  read({ gpu, systems }) {
    if (gpu === undefined || systems.length === 0) return undefined
    return Number(/^Intel Iris OpenGL Engine$/i.test(gpu) && systems.some((system) => system !== 'macos'))
  },
  describe: ({ systems }) => `the GPU of an old Mac, on ${systems.join(' and ')}`,
}
