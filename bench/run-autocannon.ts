// A process of its own that sends one load by autocannon and prints what it measured as JSON.
import { readFileSync } from 'node:fs'
import autocannon from 'autocannon'
import type { Load, Measured } from './load.ts'

interface Order {
  readonly load: Load
  readonly seconds: number
  readonly perSecond?: number
  readonly connections: number
}

const order = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Order // written by load.ts
const { load, seconds, perSecond, connections } = order
let next = 0
let nextBody = 0

const result = await autocannon({
  url: load.origin,
  connections,
  duration: seconds,
  method: load.method,
  headers: { ...load.headers },
  ...(perSecond === undefined ? {} : { overallRate: Math.max(1, Math.round(perSecond)) }),
  ...(load.body === undefined ? {} : { body: load.body }),
  requests: [
    {
      setupRequest: (request) => {
        next = (next + 1) % load.paths.length
        const path = load.paths[next] ?? '/'
        if (load.bodies === undefined) return { ...request, path }
        nextBody = (nextBody + 1) % load.bodies.length
        return { ...request, path, body: load.bodies[nextBody] ?? '' }
      },
    },
  ],
})
const measured: Measured = {
  perSecond: result.requests.total / result.duration,
  p50Ms: result.latency.p50,
  p99Ms: result.latency.p99,
  failures: result.errors + result.timeouts + (result.non2xx - (result['3xx'] ?? 0)),
}
console.log(JSON.stringify(measured))
