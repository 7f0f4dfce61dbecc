const batchMax = 2_000
/** The rest is for the next round. */
const batchesMax = 100

/** Does bounded work, a batch of rows at a time, until a batch is not full; returns how many rows there were. */
export async function inBatches(work: (limit: number) => Promise<number>): Promise<number> {
  let rows = 0
  for (let batch = 0; batch < batchesMax; batch += 1) {
    const count = await work(batchMax)
    rows += count
    if (count < batchMax) break
  }
  return rows
}
