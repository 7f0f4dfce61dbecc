import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { alertRuleNames } from '../packages/core/src/alerts/alert-rule.ts'
import { runbookPath } from '../packages/core/src/alerts/runbook.ts'
import { openDocuments } from '../packages/server/src/adapters/docs/documents.ts'
import { repository } from './support/run-program.ts'

const pages = readdirSync(join(repository, 'docs/runbooks'))
  .filter((name) => name !== 'README.md')
  .map((name) => `/docs/runbooks/${name.replace(/\.md$/, '')}`)
const ofRules = alertRuleNames.map(runbookPath).filter((path) => path !== null)

describe('the runbooks', () => {
  test('are served by Quoin itself, at the path that an alert names', async () => {
    const documents = await openDocuments(repository)
    assert.ok(ofRules.length > 10)
    for (const path of [...ofRules, ...pages]) assert.ok(await documents.find(path), path)
  })

  test('are each named by an alert, of Quoin or for Prometheus', () => {
    const prometheus = readFileSync(join(repository, 'deploy/prometheus/quoin.rules.yml'), 'utf8')
    const named = new Set([
      ...ofRules,
      ...[...prometheus.matchAll(/service_url \}\}(\/docs\/runbooks\/[\w-]+)'/g)].map(([, path]) => path),
    ])
    assert.deepEqual(
      pages.filter((path) => !named.has(path)),
      [],
    )
    assert.ok(pages.length > 10)
  })

  test('are listed with their alerts for whoever has no link', () => {
    const listed = readFileSync(join(repository, 'docs/runbooks/README.md'), 'utf8')
    const prometheus = readFileSync(join(repository, 'deploy/prometheus/quoin.rules.yml'), 'utf8')
    const alerts = [...prometheus.matchAll(/- alert: (\w+)[\s\S]*?\/docs\/runbooks\/([\w-]+)'/g)]
    assert.ok(alerts.length > 15)
    for (const [, alert, page] of alerts)
      assert.match(listed, new RegExp(`\\(${page}\\.md\\) \\|.*\`${alert}\``), `${alert} of ${page}`)
  })
})
