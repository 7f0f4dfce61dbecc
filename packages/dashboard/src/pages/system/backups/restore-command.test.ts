import assert from 'node:assert/strict'
import { test } from 'node:test'
import { localText, secondsOfLocal } from './local-moment.ts'
import { restoreCommand } from './restore-command.ts'

test('the newest backup needs no name', () => {
  assert.equal(
    restoreCommand({ to: '/srv/quoin-backups' }),
    'npm run -s quoin -- restore /srv/quoin-backups --into data-restored',
  )
})

test('a folder that a shell would read in its own way is quoted', () => {
  assert.equal(
    restoreCommand({ to: "/mnt/Dana's disk; rm", backup: '20261124T113000Z' }),
    String.raw`npm run -s quoin -- restore '/mnt/Dana'\''s disk; rm' --into data-restored \
  --backup 20261124T113000Z`,
  )
})

test('a moment is written in UTC, as the command reads it', () => {
  const momentSec = Date.UTC(2026, 10, 24, 12) / 1000
  assert.match(restoreCommand({ to: '/mnt/b', momentSec }), /--to 2026-11-24T12:00:00Z$/)
  assert.equal(secondsOfLocal(localText(momentSec)), momentSec)
  assert.equal(secondsOfLocal('soon'), undefined)
})
