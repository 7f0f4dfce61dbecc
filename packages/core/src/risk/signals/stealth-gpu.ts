import type { Signal } from '../signal.ts'

/** A renderer that stealth plug-ins of automation tools answer on every machine; only real Macs may have it. */
export const stealthGpu: Signal = {
  name: 'stealth_gpu',
  group: 'environment',
  read({ gpu, systems }) {
    if (gpu === undefined || systems.length === 0) return undefined
    return Number(/^Intel Iris OpenGL Engine$/i.test(gpu) && systems.some((system) => system !== 'macos'))
  },
  describe: ({ systems }) => `the GPU of an old Mac, on ${systems.join(' and ')}`,
}
