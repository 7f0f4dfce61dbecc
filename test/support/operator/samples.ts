import type { World } from '../world.ts'

/**
 * The parameters of a call that goes well. Things that exist only once, such as something to delete, are made for each
 * call.
 */
export interface OperatorSample {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: object
}

export type MakeSample = (world: World) => OperatorSample | Promise<OperatorSample>

/** Nothing is asked for but the list itself. */
export const nothing: MakeSample = () => ({})
