// Does what the README tells a newcomer after `npm ci`: starts the server, waits until it serves, asks it for its
// offers with the demo's credentials, and ends it. Runs on any system, with Node 20.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const patienceMs = 120_000
const dataDir = mkdtempSync(join(tmpdir(), 'quoin-first-start-'))
const env = { ...process.env, DATA_DIR: dataDir, PORT: '0' }
const server = spawn('npm', ['start'], { env, shell: process.platform === 'win32', stdio: ['ignore', 'pipe', 'pipe'] })
let said = ''
for (const stream of [server.stdout, server.stderr]) {
  stream.setEncoding('utf8').on('data', (text) => {
    said += text
    process.stdout.write(text)
  })
}

/** The first group of a pattern in what the server has said, as soon as it is there. */
async function wait(pattern) {
  const endMs = Date.now() + patienceMs
  while (Date.now() < endMs && server.exitCode === null) {
    const found = pattern.exec(said)?.[1]
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`The server did not say ${pattern}`)
}

function stop() {
  if (process.platform === 'win32') spawn('taskkill', ['/pid', String(server.pid), '/T', '/F'])
  else server.kill('SIGTERM')
}

const watchdog = setTimeout(() => {
  stop()
  process.exit(1)
}, patienceMs + 30_000)
try {
  const port = await wait(/"port":(\d+),.*"msg":"serving"/)
  const { apiKey, apiSecret } = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'))
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/offers?userId=first`, {
    headers: { 'x-api-key': apiKey, 'x-api-secret': apiSecret },
  })
  const { success, data } = await answer.json()
  if (!success || data.length === 0) throw new Error(`The list of offers was ${answer.status}`)
  console.log(`${data.length} offers were listed.`)
} finally {
  stop()
  clearTimeout(watchdog)
}
