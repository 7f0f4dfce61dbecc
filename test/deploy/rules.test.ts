import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { alertRuleNames } from '../../packages/core/src/alerts/alert-rule.ts'
import { runbookPath } from '../../packages/core/src/alerts/runbook.ts'
import { openManifestPackages } from '../support/manifests.ts'
import { repository } from '../support/run-program.ts'
import { startServerProcess } from '../support/server-process.ts'

const folder = join(repository, 'deploy/prometheus')
const path = 'deploy/prometheus/quoin.rules.yml'
const skip = spawnSync('which', ['promtool']).status !== 0 && 'promtool is missing'

interface Rule {
  readonly alert: string
  readonly expr: string
  readonly annotations: { readonly summary: string; readonly runbook_url: string }
}

interface Dashboard {
  readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[]
}

describe('the alerts for Prometheus', () => {
  let rules: readonly Rule[]
  let metrics: ReadonlySet<string>
  before(async () => {
    const { readManifests } = await openManifestPackages()
    const [file] = readManifests(path) as readonly { groups: readonly { rules: readonly Rule[] }[] }[]
    rules = file?.groups.flatMap((group) => group.rules) ?? []
    const server = await startServerProcess()
    const text = await (await fetch(`${server.url}/metrics`)).text()
    await server.stop()
    metrics = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name))
  })
  test('are valid, and fire by the figures that they should fire by alone', { skip }, () => {
    execFileSync('promtool', ['check', 'rules', 'quoin.rules.yml'], { cwd: folder, stdio: 'pipe' })
    execFileSync('promtool', ['test', 'rules', 'quoin.rules.test.yml'], { cwd: folder, stdio: 'pipe' })
  })

  test('each has a test by which it fires, and one by which it does not', () => {
    const tests = readFileSync(join(folder, 'quoin.rules.test.yml'), 'utf8')
    for (const { alert } of rules)
      for (const outcome of ['fires', 'does not'])
        assert.ok(tests.includes(`name: ${alert} ${outcome}\n`), alert)
  })

  test('each leads to a page that is there', () => {
    assert.ok(rules.length > 15)
    for (const { annotations } of rules) {
      const [, page] =
        /^\{\{ \$externalLabels\.service_url \}\}\/docs\/(.+)$/.exec(annotations.runbook_url) ?? []
      assert.ok(existsSync(join(repository, `docs/${page}.md`)), annotations.runbook_url)
    }
  })

  test('lead to the page that the alert of Quoin itself leads to, and one that has a page is in no other', () => {
    const counted = rules.filter(({ expr }) => expr.includes('quoin_alerts_open{rule=~'))
    assert.equal(counted.length, 2)
    for (const { expr, annotations } of counted)
      for (const name of alertRuleNames.filter((one) => namesIn(expr, '=~').includes(one)))
        assert.ok(annotations.runbook_url.endsWith(`${runbookPath(name)}`), name)
    const others = rules.find(({ alert }) => alert === 'QuoinNeed')
    assert.deepEqual(
      namesIn(others?.expr ?? '', '!~').toSorted(),
      alertRuleNames.filter((name) => runbookPath(name) !== null).toSorted(),
    )
  })

  test('and the dashboard ask for metrics that there are', () => {
    const { panels } = JSON.parse(
      readFileSync(join(repository, 'deploy/grafana/quoin.json'), 'utf8'),
    ) as Dashboard
    const asked = [...rules, ...panels.flatMap(({ targets }) => targets)].map(({ expr }) => expr)
    const named = new Set(asked.flatMap((expr) => expr.match(/\bquoin_\w+/g) ?? []))
    const unknown = [...named].filter((name) => !metrics.has(name.replace(/_(?:bucket|count|sum)$/, '')))
    assert.deepEqual(unknown, [])
    assert.ok(named.size > 20)
  })
})

/** The rules that an expression names: `rule=~"a|b"`. */
function namesIn(expr: string, how: '=~' | '!~'): readonly string[] {
  const [, names = ''] = expr.split(`rule${how}"`)
  return names.split('"', 1)[0]?.split('|') ?? []
}
