import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CommonAgents } from './common-agents.ts'

const shape = { countedMax: 10, clicksMin: 3, networksMin: 2 }

function noteTimes(agents: CommonAgents, agent: string, networks: readonly string[]): void {
  for (const network of networks) agents.note(agent, network)
}

test('a User-Agent is common from so many clicks and networks on, the most frequent first, and is told once', () => {
  const agents = new CommonAgents(shape)
  noteTimes(agents, 'common', ['a', 'a', 'b'])
  noteTimes(agents, 'more common', ['a', 'b', 'c', 'c'])
  noteTimes(agents, 'too rare', ['a', 'b'])
  noteTimes(agents, 'one visitor', ['a', 'a', 'a', 'a'])
  assert.deepEqual(agents.take(), ['more common', 'common'])
  assert.deepEqual(agents.take(), [])
})

test('made-up User-Agents take no more room than there is, and put out none that come again and again', () => {
  const agents = new CommonAgents(shape)
  noteTimes(agents, 'honest', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])
  for (let nth = 0; nth < 15; nth += 1) agents.note(`made up ${nth}`, `network ${nth}`)
  assert.deepEqual(agents.take(), ['honest'])
})
