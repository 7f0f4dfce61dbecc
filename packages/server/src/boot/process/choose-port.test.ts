import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { choosePort } from './choose-port.ts'
import { StartError } from './start-error.ts'

const host = '127.0.0.1'

test('a free port is one that no outgoing connection can take before the server listens', async () => {
  const ports = await Promise.all(Array.from({ length: 50 }, () => choosePort({ host, port: 0 })))
  for (const port of ports) assert.ok(port >= 20_000 && port < 32_768, `${port}`)
  assert.ok(new Set(ports).size > 40)
})

test('a port that another program has is refused by name, and a host that is none by its own', async (t) => {
  const other = createServer().listen(0, host)
  t.after(() => other.close())
  await once(other, 'listening')
  const address = other.address()
  assert.ok(typeof address === 'object' && address)
  const { port } = address
  await assert.rejects(choosePort({ host, port }), (error) => {
    assert.ok(error instanceof StartError)
    assert.match(error.message, new RegExp(`Port ${port} is in use`))
    return true
  })
  await assert.rejects(
    choosePort({ host: '192.0.2.1', port: 0 }),
    /HOST 192.0.2.1 is no address of this machine/,
  )
})
