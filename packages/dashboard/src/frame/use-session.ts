import { mayAct, type StaffRole } from '@quoin/core/people/staff-role.ts'
import { useOperation } from '../api/use-operation.ts'
import type { DataOf } from '../api/operation-types.ts'

export type Session = DataOf<'getSession'>

/** The reader of these pages; undefined until they are known. */
export function useSession(): Session | undefined {
  return useOperation('getSession', {}).data
}

/** Whether the reader may do what asks for a role. Pages leave out what their reader may not do. */
export function useMayAct(least: StaffRole): boolean {
  const session = useSession()
  return session !== undefined && mayAct(session.role, least)
}
