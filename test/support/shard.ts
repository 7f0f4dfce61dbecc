export interface Shard {
  readonly part: number
  readonly of: number
}

/** `2/4` is the second of four parts. */
export function readShard(text: string): Shard {
  const [, part = 0, of = 0] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number)
  if (part < 1 || part > of)
    throw new Error(`--shard is ${text}, and must be like 2/4: the part, and how many there are`)
  return { part, of }
}

/** Every so-manyth, so that each part has as many of the long ones. */
export function takeShard<T>(files: readonly T[], { part, of }: Shard): readonly T[] {
  return files.filter((_, index) => index % of === part - 1)
}
