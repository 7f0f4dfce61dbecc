import type { IconName } from '../../parts/value/icon.tsx'
import type { DataOf } from '../../api/operation-types.ts'

export type Step = DataOf<'getClickStory'>['steps'][number]

/** The columns of the picture, from the start side. */
export const lanes = [
  { name: 'user', text: 'User', icon: 'user' },
  { name: 'quoin', text: 'Quoin', icon: 'quoin' },
  { name: 'network', text: 'Network', icon: 'network' },
  { name: 'publisher', text: 'Publisher’s server', icon: 'server' },
] as const satisfies readonly { name: Step['lane']; text: string; icon: IconName }[]

export function laneOf(step: Pick<Step, 'lane'> | undefined): number {
  return lanes.findIndex(({ name }) => name === step?.lane)
}
