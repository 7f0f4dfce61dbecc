// A site whose users earn coins: the wall on its page, rewards by callback, the balance beside it.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { Quoin, SignatureError } from '@quoin/sdk'
import express from 'express'

const { BASE_URL = 'http://localhost:8080', PORT = '3000', DATABASE = 'coins.db' } = process.env
const { QUOIN_BASE_URL = BASE_URL } = process.env
const pages = process.env.PAGES ?? fileURLToPath(new URL('public', import.meta.url))
const page = readFileSync(join(pages, 'index.html'), 'utf8')

// The key, its secret and the secret of the callbacks come from API_KEY, API_SECRET and CALLBACK_SECRET, or
// from the same names with QUOIN_ before them.
const quoin = new Quoin({ baseUrl: QUOIN_BASE_URL })

const database = new DatabaseSync(DATABASE)
database.exec(`create table if not exists credits (
  callback_id text primary key, conversion_id text not null, user_id text not null, micros integer not null) strict`)
const insertCredit = database.prepare('insert into credits values (?, ?, ?, ?) on conflict do nothing')
const sumOfUser = database.prepare('select coalesce(sum(micros), 0) as micros from credits where user_id = ?')

/** Your own sign-in stands here: never take the user from the address of the page. */
function currentUser() {
  return process.env.DEMO_USER ?? 'ada'
}

/** The same callback may come again: the key of the table takes each once. `change_local` is negative when it takes back. */
function credit({ callback_id, conversion_id, user_id, change_local }) {
  insertCredit.run(callback_id, conversion_id, user_id, Math.round(Number(change_local) * 1_000_000))
}

const app = express()

app.use((_request, response, next) => {
  const { origin } = new URL(QUOIN_BASE_URL)
  response.set(
    'content-security-policy',
    `default-src 'self'; img-src 'self' data:; script-src 'self' ${origin}; frame-src ${origin}`,
  )
  next()
})

app.get('/wall-session', async (_request, response) => {
  const { data } = await quoin.sessions.create({ userId: currentUser() })
  response.set('cache-control', 'no-store').type('text').send(data.token)
})

app.get('/balance', (_request, response) => {
  const { micros } = sumOfUser.get(currentUser())
  response.set('cache-control', 'no-store').json({ coins: micros / 1_000_000 })
})

// The signature is over the body as it came, so this one address must not parse it.
app.post('/callbacks', express.raw({ type: '*/*', limit: '64kb' }), (request, response) => {
  const { data } = quoin.webhooks.verify(request.body, request.headers)
  if (!data.is_test) credit(data)
  response.send('OK')
})

app.get('/', (_request, response) => {
  response.type('html').send(page.replaceAll('QUOIN_URL', QUOIN_BASE_URL))
})
app.use(express.static(pages))

app.use((error, _request, response, _next) => {
  console.error(error)
  response.status(error instanceof SignatureError ? 401 : 502).send('ERROR')
})

app.listen(Number(PORT), '127.0.0.1', () => console.log(`http://localhost:${PORT}`))
