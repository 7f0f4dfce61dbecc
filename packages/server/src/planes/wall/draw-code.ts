import { encode } from 'uqr'
import type { OfferView } from '@quoin/wall/model.ts'

/** Modules of the quiet zone, which readers ask for. */
const border = 4

/** A QR code as one path: rows of dark modules, each run one rectangle. */
export function drawCode(url: string): NonNullable<OfferView['code']> {
  const { data, size } = encode(url, { ecc: 'M', border })
  const runs = data.flatMap((row, y) => runsOf(row).map(([x, width]) => `M${x} ${y}h${width}v1h-${width}z`))
  return { path: runs.join(''), size, url }
}

function runsOf(row: readonly boolean[]): [x: number, width: number][] {
  const runs: [number, number][] = []
  row.forEach((isDark, x) => {
    const last = runs.at(-1)
    if (!isDark) return
    if (last && last[0] + last[1] === x) last[1] += 1
    else runs.push([x, 1])
  })
  return runs
}
