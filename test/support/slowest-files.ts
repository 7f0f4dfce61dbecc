const shownMax = 25

/** Gathers how long each test file took, to print the slowest: `--slowest`. */
export class SlowestFiles {
  readonly #seconds = new Map<string, number>()

  note({
    nesting,
    name,
    details,
  }: {
    nesting: number
    name: string
    details: { duration_ms: number }
  }): void {
    if (nesting === 0 && name.endsWith('.test.ts')) this.#seconds.set(name, details.duration_ms / 1000)
  }

  print(): string {
    const sorted = [...this.#seconds].toSorted(([, one], [, other]) => other - one)
    const lines = sorted
      .slice(0, shownMax)
      .map(([name, seconds]) => `${seconds.toFixed(1).padStart(6)} s ${name}`)
    const sum = sorted.reduce((total, [, seconds]) => total + seconds, 0)
    return ['The slowest files:', ...lines, `${sum.toFixed(0).padStart(6)} s in ${sorted.length} files`].join(
      '\n',
    )
  }
}
