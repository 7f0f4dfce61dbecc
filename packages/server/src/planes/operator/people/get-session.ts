import { getSession as operation } from '@quoin/contract/operator/people/session-operations.ts'
import { demoNetworkSlug } from '../../../features/demo/create-demo.ts'
import { staffRoute } from '../../../http/staff/staff-route.ts'

export const getSession = staffRoute(operation, ({ ports: { snapshots }, staff: { actor, name, role } }) => {
  const isDemo = snapshots
    .networks()
    .listNetworks()
    .some(({ slug }) => slug === demoNetworkSlug)
  return { data: { actor, name, role, is_demo: isDemo }, message: `You are ${name}.` }
})
