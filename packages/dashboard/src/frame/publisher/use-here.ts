import { useLocation, useParams } from '@tanstack/react-router'
import { useOperation } from '../../api/use-operation.ts'
import type { DataOf, Input, OperationId } from '../../api/operation-types.ts'

/** Where a publisher's page stands: for whom, and among live or test data. */
interface Here {
  readonly publisherId: string
  /** The app of the address; empty on pages of the whole publisher. */
  readonly appId: string
  readonly mode: 'live' | 'test'
}

export function useHere(): Here {
  const { publisherId = '', appId = '' } = useParams({ strict: false })
  const { search } = useLocation()
  const given: Readonly<Record<string, unknown>> = search
  return { publisherId, appId, mode: given['mode'] === 'test' ? 'test' : 'live' }
}

/** The address of a page of this publisher's: `placeOf(here, 'team')`; with an app of that app's. */
export function placeOf({ publisherId }: Pick<Here, 'publisherId'>, page: string, appId?: string): string {
  const start = appId === undefined ? `/o/${publisherId}` : `/o/${publisherId}/apps/${appId}`
  return page === '' ? start : `${start}/${page}`
}

/** The input that a page gives for a call: publisher, mode and app are those of its address. */
export type InputHere<Id extends OperationId> = Partial<Omit<Input<Id>, 'path'>> & {
  readonly path?: Input<Id> extends { readonly path: infer Path } ? Partial<Path> : Record<never, never>
}

/** A call of the management API as the page means it: the publisher, the mode and, where there is one, the app of the address. */
export function inputHere<Id extends OperationId>(here: Here, input: InputHere<Id>): Input<Id> {
  const { publisherId: publisher, mode, appId } = here
  const path = { ...(appId === '' ? {} : { appId }), ...input.path }
  return { ...input, path, query: { publisher, mode, ...input.query } } as unknown as Input<Id> // what an operation does not name it does not read
}

export type MySession = DataOf<'getMySession'>

/** The reader of these pages, and their publisher; undefined until both are known. */
export function useMySession(): MySession | undefined {
  const here = useHere()
  return useOperation('getMySession', inputHere({ ...here, mode: 'live' }, {})).data
}
