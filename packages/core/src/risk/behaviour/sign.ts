/** One sign: a share of its points, and what an operator reads. */
export interface Sign<Facts> {
  readonly code: string
  readonly points: number
  read(facts: Facts): number
  describe(facts: Facts): string
}
