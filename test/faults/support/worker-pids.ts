import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import type { FaultWorld } from './fault-world.ts'

/** The first process that has this folder in its environment and whose parent is not one of them. */
export function primaryOf({ dataDir }: FaultWorld): number {
  const ours = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && readProc(pid, 'environ').includes(`DATA_DIR=${dataDir}\0`))
  const primary = ours.find((pid) => !ours.includes(parentOf(pid)))
  assert.ok(primary)
  return primary
}

export function workersOf(primary: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && parentOf(pid) === primary)
}

function parentOf(pid: number): number {
  return Number(/^PPid:\s+(\d+)/m.exec(readProc(pid, 'status'))?.[1])
}

/** Empty where it has ended. */
function readProc(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}
