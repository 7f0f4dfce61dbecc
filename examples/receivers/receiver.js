// A receiver of callbacks with nothing but Node: POST /callbacks (native) and GET /wannads (a classic dialect).
//
//   CALLBACK_SECRET=whsec_… CLASSIC_SECRET=… LEDGER_FILE=ledger.jsonl PORT=8090 node receiver.js
//
// The ledger is a file here. In your system it is a table with a unique key on `id`, written in the same
// transaction that credits the user.

import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const { CALLBACK_SECRET = '', CLASSIC_SECRET = '', LEDGER_FILE = 'ledger.jsonl', PORT = '8090' } = process.env
const { QUOIN_CALLBACK_SECRET = CALLBACK_SECRET } = process.env
// With an empty key anybody could sign: better not to start.
if (!/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(QUOIN_CALLBACK_SECRET))
  throw new Error('QUOIN_CALLBACK_SECRET (or CALLBACK_SECRET) is empty or is no whsec_… secret')
const key = Buffer.from(QUOIN_CALLBACK_SECRET.replace(/^whsec_/, ''), 'base64')
const toleranceSec = 300
const bodyMax = 64 * 1024

const entries = existsSync(LEDGER_FILE)
  ? readFileSync(LEDGER_FILE, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
  : []
const seen = new Set(entries.map(({ id }) => id))

/** Credits once: false when this id was credited before. */
function credit(entry) {
  if (seen.has(entry.id)) return false
  appendFileSync(LEDGER_FILE, `${JSON.stringify(entry)}\n`)
  entries.push(entry)
  seen.add(entry.id)
  return true
}

/** Millionths as a BigInt: exact, unlike a float. */
function readDecimal(text) {
  const match = /^(-?)(\d{1,15})(?:\.(\d{1,6}))?$/.exec(text)
  if (match === null) throw new Error('not a decimal')
  const micros = BigInt(match[2]) * 1_000_000n + BigInt((match[3] ?? '').padEnd(6, '0'))
  return match[1] === '-' ? -micros : micros
}

function writeDecimal(micros) {
  const digits = (micros < 0n ? -micros : micros).toString().padStart(7, '0')
  const fraction = digits.slice(-6).replace(/0+$/, '')
  return `${micros < 0n ? '-' : ''}${digits.slice(0, -6)}${fraction === '' ? '' : `.${fraction}`}`
}

function isSame(one, other) {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Standard Webhooks: any of the `v1` signatures may fit, since two secrets sign while one is replaced. */
function isProven(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers
  if (!id || !/^\d{1,12}$/.test(timestamp ?? '') || !signatures) return false
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > toleranceSec) return false
  const digest = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')
  return signatures.split(' ').some((signature) => isSame(signature, `v1,${digest}`))
}

function receiveNative(headers, body) {
  if (!isProven(headers, body)) return [401, 'ERROR: signature']
  const { data } = JSON.parse(body.toString('utf8'))
  if (data.is_test) return [200, 'OK: a test']
  // `change_local` is what this step adds, so that steps may come in any order; the status is that of the
  // highest version.
  const change = writeDecimal(readDecimal(data.change_local))
  const { conversion_id: conversion, version, status, user_id: user } = data
  const isNew = credit({ id: headers['webhook-id'], conversion, version, status, user, change })
  return [200, isNew ? 'OK' : 'DUP']
}

function receiveWannads(query) {
  const [user, id, reward] = ['subId', 'transId', 'reward'].map((name) => query.get(name) ?? '')
  const expected = createHash('md5').update(`${user}${id}${reward}${CLASSIC_SECRET}`).digest('hex')
  if (CLASSIC_SECRET === '' || !isSame(query.get('signature') ?? '', expected))
    return [401, 'ERROR: signature']
  if (query.get('debug') === '1') return [200, 'OK: a test']
  // Some send a reversal as a negative reward, some as a positive one with status 2: both take back.
  const amount = readDecimal(reward.replace('-', ''))
  const status = query.get('status')
  if (status !== '1' && status !== '2') return [400, 'ERROR: status']
  const change = writeDecimal(status === '1' ? amount : -amount)
  const isNew = credit({ id, conversion: query.get('uuid'), version: null, status, user, change })
  return [200, isNew ? 'OK' : 'DUP']
}

function showBalance(query) {
  const own = entries.filter(({ user }) => user === query.get('user'))
  return [200, writeDecimal(own.reduce((sum, { change }) => sum + readDecimal(change), 0n))]
}

async function readBody(request) {
  const chunks = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > bodyMax) throw new Error('too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost')
  let answer = [404, 'ERROR: no such address']
  try {
    const body = await readBody(request)
    if (request.method === 'POST' && pathname === '/callbacks') answer = receiveNative(request.headers, body)
    if (request.method === 'GET' && pathname === '/wannads') answer = receiveWannads(searchParams)
    if (request.method === 'GET' && pathname === '/balance') answer = showBalance(searchParams)
  } catch (error) {
    console.error(error)
    answer = [400, 'ERROR: not readable']
  }
  response.writeHead(answer[0], { 'content-type': 'text/plain; charset=utf-8' }).end(answer[1])
})
server.listen(Number(PORT), '127.0.0.1')
