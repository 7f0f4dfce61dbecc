/** Where the marks stand inside the picture. */
export interface Plot {
  readonly width: number
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  readonly slot: number
  readonly yOf: (value: number) => number
  /** The middle of a bucket. */
  readonly xOf: (index: number) => number
}
