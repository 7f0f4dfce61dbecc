/** The settings of a source, as somebody gives them. */
export interface SourceSettings {
  readonly name?: string | undefined
  readonly settings?: Readonly<Record<string, string>> | undefined
  readonly key?: string | undefined
  readonly payoutBasisPoints?: number | undefined
  readonly everySec?: number | undefined
  readonly linkCheckDaily?: number | undefined
  /** The mapping of a kind that has one, as somebody has written it. */
  readonly mapping?: unknown
}
