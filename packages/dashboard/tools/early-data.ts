import type { Plugin } from 'vite'
import dashboard from '../package.json' with { type: 'json' }

/**
 * The document itself begins the calls of the overview: they are under way while the program is still loaded. They are
 * those that the page makes by itself, which finds them in `begun` (src/api/client.ts); a test holds that none is made twice.
 */
export function earlyData(): Plugin {
  return {
    name: 'early-data',
    apply: 'build',
    transformIndexHtml: {
      order: 'pre',
      handler: () => [{ tag: 'script', children: script, injectTo: 'head' as const }],
    },
  }
}

const script = `
if (/^\\/dashboard\\/ops\\/?$/.test(location.pathname)) {
  const headers = { accept: 'application/json', 'x-quoin-version': ${JSON.stringify(dashboard.version)} }
  const zone = new URLSearchParams({ timezone: Intl.DateTimeFormat().resolvedOptions().timeZone })
  const calls = ['session', 'needs', 'pulse', 'first-run', 'apps?limit=100', 'live']
  if (location.search === '') calls.unshift('overview?days=28&' + zone)
  globalThis.begun = new Map(calls.map((call) => {
    const answer = fetch('/operator/v1/' + call, { headers, credentials: 'same-origin' })
    answer.catch(() => {})
    return ['/operator/v1/' + call, answer]
  }))
}
`
