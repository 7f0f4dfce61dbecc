/** The roles of a publisher's people and tokens, and what each may do. */
export const memberRoleOptions = [
  { value: 'analyst', label: 'Analyst: reads' },
  { value: 'developer', label: 'Developer: apps, keys, callbacks' },
  { value: 'owner', label: 'Owner: everything' },
]
