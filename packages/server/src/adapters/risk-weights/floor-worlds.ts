import { readFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { FloorWorld } from '@quoin/core/risk/learning/judge-by-worlds.ts'
import { signals } from '@quoin/core/risk/signals/index.ts'

const path = new URL('../../../data/risk-worlds.json.gz', import.meta.url)

/** Shares in ten-thousandths: `[isFraud, signal, share, signal, share, …]`, a signal by its place among `signals`. */
interface FloorFile {
  readonly signals: readonly string[]
  readonly worlds: readonly { readonly name: string; readonly users: readonly (readonly number[])[] }[]
}

const shareUnits = 10_000

/** The worlds that learned weights are judged by, as `npm run bench:risk-worlds -- --floor FILE` has written them. */
export function readFloorWorlds(): readonly FloorWorld[] {
  const file = JSON.parse(gunzipSync(readFileSync(path)).toString('utf8')) as FloorFile // our own file
  const places = file.signals.map((name) => signals.findIndex((signal) => signal.name === name))
  return file.worlds.map(({ name, users }) => ({
    name,
    users: users.map(([isFraud = 0, ...spoken]) => {
      const shares = new Float64Array(signals.length)
      for (let at = 0; at < spoken.length; at += 2) {
        const place = places[spoken[at] ?? -1] ?? -1
        if (place >= 0) shares[place] = (spoken[at + 1] ?? 0) / shareUnits
      }
      return { isFraud: isFraud === 1, shares }
    }),
  }))
}

/** The bytes of such a file; the same worlds make the same bytes. */
export function writeFloorWorlds(worlds: readonly FloorWorld[]): Buffer {
  const file: FloorFile = {
    signals: signals.map(({ name }) => name),
    worlds: worlds.map(({ name, users }) => ({
      name,
      users: users.map(({ isFraud, shares }) => [
        Number(isFraud),
        ...[...shares].flatMap((share, place) => {
          const units = Math.round(share * shareUnits)
          return units === 0 ? [] : [place, units]
        }),
      ]),
    })),
  }
  return gzipSync(JSON.stringify(file), { level: 9 })
}
