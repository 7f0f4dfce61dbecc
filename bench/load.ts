import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fileURLToPath } from 'node:url'

const run = promisify(execFile)

/** The requests to send: paths in turn, all of one method, with the same headers and body form. */
export interface Load {
  readonly origin: string
  readonly method: 'GET' | 'POST'
  /** Sent one after the other, from the start again when they are used up. */
  readonly paths: readonly string[]
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** Sent in turns like the paths, instead of one body. */
  readonly bodies?: readonly string[]
}

export interface Measured {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Answers that were not 2xx or 3xx, and errors of the connection. */
  readonly failures: number
}

const connections = 256

export async function hasWrk(): Promise<boolean> {
  return await run('wrk', ['--version']).then(
    () => true,
    // wrk prints its version and exits with 1.
    (error: unknown) => error instanceof Error && 'stdout' in error && String(error.stdout).startsWith('wrk'),
  )
}

/** As many requests as it takes, from a process of its own, for some seconds. */
export async function saturate(load: Load, seconds: number, withWrk: boolean): Promise<Measured> {
  return withWrk ? await runWrk(load, seconds) : await runAutocannon(load, { seconds })
}

/** Sends a fixed number of requests per second, whatever the answers; latency counts from when a request was due. */
export async function holdRate(load: Load, seconds: number, perSecond: number): Promise<Measured> {
  return await runAutocannon(load, { seconds, perSecond })
}

async function runAutocannon(
  load: Load,
  { seconds, perSecond }: { seconds: number; perSecond?: number },
): Promise<Measured> {
  const directory = await mkdtemp(join(tmpdir(), 'quoin-bench-'))
  try {
    const order = join(directory, 'order.json')
    await writeFile(order, JSON.stringify({ load, seconds, perSecond, connections }))
    const script = fileURLToPath(new URL('./run-autocannon.ts', import.meta.url))
    const { stdout } = await run(process.execPath, [script, order], { maxBuffer: 1 << 24 })
    return JSON.parse(stdout) as Measured // printed by our own script
  } finally {
    await rm(directory, { recursive: true })
  }
}

async function runWrk(load: Load, seconds: number): Promise<Measured> {
  const directory = await mkdtemp(join(tmpdir(), 'quoin-bench-'))
  try {
    const lines = { paths: join(directory, 'paths.txt'), bodies: join(directory, 'bodies.txt') }
    await writeFile(lines.paths, linesOf(load.paths))
    await writeFile(lines.bodies, linesOf(load.bodies ?? [load.body ?? '']))
    const script = join(directory, 'load.lua')
    await writeFile(script, luaOf(load, lines))
    const { stdout } = await run('wrk', [
      '-t1',
      `-c${connections}`,
      `-d${seconds}s`,
      '--latency',
      '-s',
      script,
      load.origin,
    ])
    return JSON.parse(stdout.slice(stdout.lastIndexOf('{"perSecond"'))) as Measured // printed by the Lua below
  } finally {
    await rm(directory, { recursive: true })
  }
}

/** One a line: neither a path nor a body of ours, which is JSON, holds a line's end. */
function linesOf(texts: readonly string[]): string {
  return texts.map((text) => `${text}\n`).join('')
}

interface LineFiles {
  readonly paths: string
  readonly bodies: string
}

function luaOf({ method, headers }: Load, files: LineFiles): string {
  const headerLines = Object.entries(headers).map(
    ([name, value]) => `wrk.headers["${name}"] = ${JSON.stringify(value)}`,
  )
  return `
wrk.method = "${method}"
${headerLines.join('\n')}
local requests = {}
local next_request = 0
function init()
  local paths, bodies = {}, {}
  for path in io.lines("${files.paths}") do paths[#paths + 1] = path end
  for body in io.lines("${files.bodies}") do bodies[#bodies + 1] = body end
  for n = 1, math.max(#paths, #bodies) do
    local body = bodies[(n - 1) % #bodies + 1]
    requests[n] = wrk.format(nil, paths[(n - 1) % #paths + 1], nil, body ~= "" and body or nil)
  end
end
function request()
  next_request = next_request % #requests + 1
  return requests[next_request]
end
function done(summary, latency)
  local errors = summary.errors
  local failures = errors.status + errors.connect + errors.read + errors.write + errors.timeout
  io.write(string.format('{"perSecond":%f,"p50Ms":%f,"p99Ms":%f,"failures":%d}',
    summary.requests / (summary.duration / 1e6), latency:percentile(50) / 1000, latency:percentile(99) / 1000, failures))
end
`
}
