import assert from 'node:assert/strict'
import { test } from 'node:test'
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
