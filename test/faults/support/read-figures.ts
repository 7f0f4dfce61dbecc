/** The figures of /metrics that have no labels. */
export async function readFigures(url: string): Promise<Readonly<Record<string, number>>> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Object.fromEntries(
    [...text.matchAll(/^([a-z_]+) ([0-9.e+-]+)$/gm)].map(([, name, value]) => [name, Number(value)]),
  )
}
