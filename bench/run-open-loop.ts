// Sends requests when they are due, whatever became of those before: node bench/run-open-loop.ts ORDER_FILE
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import type { OpenLoopOrder, Second } from './open-loop.ts'
import { Queue } from './queue.ts'
import { percentile } from './report.ts'

const order = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as OpenLoopOrder // written by open-loop.ts
const { hostname, port } = new URL(order.load.origin)
const headers = Object.entries(order.load.headers)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('')
const { method, paths } = order.load
const afterPath = ` HTTP/1.1\r\nhost: ${hostname}\r\n${headers}\r\n`
const headEnd = Buffer.from('\r\n\r\n')
/** As Quoin writes it; of another case it is found by the expression below. */
const lengthName = Buffer.from('\r\ncontent-length: ')
/** Node writes a capital, Quoin does not. */
const closes = Buffer.from('onnection: close\r\n')
const nothing = Buffer.alloc(0)

interface Line {
  readonly socket: Socket
  /** When the request that is under way should have been sent; 0 while none is. */
  dueMs: number
  received: Buffer
}

interface Tallied extends Second {
  readonly acceptedMs: number[]
  readonly refusedMs: number[]
  readonly lateMs: number[]
}

/** In the order in which they had their answer: all take turns, as many callers would. */
const idle = new Queue<Line>()
const seconds: Tallied[] = []
/** When all connections are there: a full queue of new ones would be measured in place of the server. */
let startedMs = Number.POSITIVE_INFINITY
let cpuBefore = process.cpuUsage()
let isOver = false
/** Requests that were due, and those of them that could be sent. */
let due = 0
let sent = 0

function current(atMs: number): Tallied {
  const index = Math.max(0, Math.floor((atMs - startedMs) / 1000))
  while (seconds.length <= index) {
    const counts = { sent: 0, accepted: 0, refused: 0, errors: 0, unsent: 0 }
    seconds.push({ ...counts, acceptedMs: [], refusedMs: [], lateMs: [] })
  }
  return seconds[index] ?? current(atMs)
}

/** All connections read into one buffer: what a turn brings is taken before the next. */
const readInto = Buffer.allocUnsafe(64 * 1024)

function open(): void {
  const socket = connect({
    host: hostname,
    port: Number(port),
    noDelay: true,
    onread: {
      buffer: readInto,
      callback: (length, bytes) => {
        take(
          line,
          bytes instanceof Buffer ? bytes.subarray(0, length) : Buffer.from(bytes.subarray(0, length)),
        )
        return true
      },
    },
  })
  const line: Line = { socket, dueMs: 0, received: nothing }
  socket.on('connect', () => void idle.add(line))
  socket.on('error', () => {})
  socket.on('close', () => {
    if (line.dueMs > 0) current(performance.now()).errors += 1
    else idle.delete(line)
    if (!isOver) setTimeout(open, 50)
  })
}

function take(line: Line, bytes: Buffer): void {
  // The server gives up a connection on which nothing was ever asked.
  if (line.dueMs === 0) return void line.socket.destroy()
  const answer = line.received.length === 0 ? bytes : Buffer.concat([line.received, bytes])
  const end = answer.indexOf(headEnd)
  if (end < 0 || answer.length < end + 4 + bodyLength(answer, end)) {
    line.received = Buffer.from(answer)
    return
  }
  const nowMs = performance.now()
  const second = current(nowMs)
  const isAccepted = (answer[9] ?? 0) < 0x34 // '4': HTTP/1.1 4xx
  second[isAccepted ? 'accepted' : 'refused'] += 1
  second[isAccepted ? 'acceptedMs' : 'refusedMs'].push(nowMs - line.dueMs)
  line.dueMs = 0
  line.received = nothing
  const closesAt = answer.indexOf(closes)
  if (closesAt < 0 || closesAt > end) idle.add(line)
}

function bodyLength(answer: Buffer, headLength: number): number {
  const at = answer.indexOf(lengthName)
  const from = at < 0 || at > headLength ? 0 : at
  return Number(/\r\ncontent-length: (\d+)/i.exec(answer.toString('latin1', from, headLength))?.[1] ?? 0)
}

/** When a request is due, in seconds from the start: phases of so many seconds at so many a second. */
function dueSec(number: number): number {
  let before = 0
  let from = 0
  for (const { seconds: length, perSecond } of order.phases) {
    const count = length * perSecond
    if (number < before + count) return from + (number - before) / perSecond
    before += count
    from += length
  }
  return Number.POSITIVE_INFINITY
}

let opened = 0
const opening = setInterval(() => {
  for (let count = 0; count < 200 && opened < order.connections; count += 1, opened += 1) open()
  if (idle.size < order.connections) return
  clearInterval(opening)
  startedMs = performance.now()
  cpuBefore = process.cpuUsage()
}, 20)

const totalSec = order.phases.reduce((sum, phase) => sum + phase.seconds, 0)
const timer = setInterval(() => {
  const nowMs = performance.now()
  const second = current(nowMs)
  for (;;) {
    const dueMs = startedMs + dueSec(due) * 1000
    if (dueMs > nowMs) break
    due += 1
    const line = idle.take()
    if (line === undefined) {
      second.unsent += 1
      continue
    }
    line.dueMs = dueMs
    const request = `${method} ${paths[sent % paths.length]}${afterPath}`
    sent += 1
    second.sent += 1
    second.lateMs.push(nowMs - dueMs)
    line.socket.write(request, 'latin1')
  }
  if (nowMs - startedMs < totalSec * 1000) return
  clearInterval(timer)
  setTimeout(finish, 1_500)
}, 1)

function finish(): void {
  isOver = true
  const { user, system } = process.cpuUsage(cpuBefore)
  const shown = seconds.map(({ acceptedMs, refusedMs, lateMs, ...counts }) => ({
    ...counts,
    acceptedP50Ms: percentile(acceptedMs, 0.5),
    acceptedP99Ms: percentile(acceptedMs, 0.99),
    refusedP99Ms: percentile(refusedMs, 0.99),
    lateP99Ms: percentile(lateMs, 0.99),
  }))
  const phases = order.phases.map(({ seconds: length }, index) => {
    const from = order.phases.slice(0, index).reduce((sum, phase) => sum + phase.seconds, 0)
    const during = seconds.slice(from + order.settleSec, from + length)
    return {
      acceptedP99Ms: percentile(
        during.flatMap(({ acceptedMs }) => acceptedMs),
        0.99,
      ),
      refusedP99Ms: percentile(
        during.flatMap(({ refusedMs }) => refusedMs),
        0.99,
      ),
      lateP99Ms: percentile(
        during.flatMap(({ lateMs }) => lateMs),
        0.99,
      ),
    }
  })
  const ran = { seconds: shown, phases, cpuShare: (user + system) / 1000 / (performance.now() - startedMs) }
  process.stdout.write(JSON.stringify(ran), () => process.exit(0))
}
