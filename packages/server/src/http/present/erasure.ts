import type { eraseUser } from '../../features/users/erase-user.ts'

/** The result of an erasure, and whether the service goes on with it. */
export function presentErasure({ id, token, erased, isDone }: Awaited<ReturnType<typeof eraseUser>>) {
  return {
    status: isDone ? 200 : 202,
    data: {
      erasure_id: id,
      token,
      status: isDone ? 'done' : 'running',
      erased: {
        clicks: erased.clicks,
        conversions: erased.conversions,
        device_links: erased.deviceLinks,
        risk_assessments: erased.assessments,
        list_entries: erased.listEntries,
      },
    },
    message: isDone ? 'The user is erased.' : 'The user is being erased.',
  } as const
}
