import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import {
  getSystem as operation,
  listSettings as settingsOperation,
} from '@quoin/contract/operator/system/system-operations.ts'
import { reportSystem } from '../../../features/system/report-system.ts'
import { staffRoute } from '../../../http/staff/staff-route.ts'
import { presentFigures, presentWork } from './present-figures.ts'

const megabyte = 1024 * 1024

const words = {
  ok: 'Every part works.',
  idle: 'Every part works.',
  warning: 'Something is odd.',
  broken: 'Something is broken.',
} as const

const getSystem = staffRoute(operation, async ({ ports }) => {
  const { version, startedAtMs, state, parts, works, figures } = await reportSystem(ports)
  const data = {
    version,
    state,
    started_at: secondsOf(startedAtMs),
    parts: parts.map(({ sinceMs, ...part }) => ({ ...part, since: secondsOf(sinceMs) })),
    works: works.map(presentWork),
    figures: presentFigures(figures, ports.settings.spoolMaxMb * megabyte),
  }
  return { data, message: words[state] }
})

const listSettings = staffRoute(settingsOperation, ({ ports: { process } }) => {
  const data = process.settings.map(({ doc, isSecret, ...setting }) => ({
    ...setting,
    description: doc,
    is_secret: isSecret,
  }))
  return { data, message: `${data.length} settings.` }
})

export const systemRoutes = [getSystem, listSettings] as const
