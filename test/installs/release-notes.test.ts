import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { version } from '../../packages/server/src/version.ts'
import { notesOf } from '../../tools/release-notes.ts'
import { repository } from '../support/run-program.ts'

const changelog = `# Changelog

## Unreleased

- Later.

## 1.10.0 (2027-01-02)

- New: [how](docs/upgrade.md#to), and [elsewhere](https://example.org/a).

## 1.1.0

- Old.
`

test('the notes of a version are its part of the changelog alone, and its links lead from anywhere', () => {
  assert.equal(
    notesOf(changelog, '1.10.0'),
    '- New: [how](../../blob/v1.10.0/docs/upgrade.md#to), and [elsewhere](https://example.org/a).\n',
  )
  assert.equal(notesOf(changelog, '1.1.0'), '- Old.\n')
  assert.throws(() => notesOf(changelog, '1.0.0'), /no part “## 1\.0\.0”/)
})

test('this version has notes', () => {
  const text = readFileSync(join(repository, 'CHANGELOG.md'), 'utf8')
  assert.ok(notesOf(text, version).length > 1_000)
})
