/** A row of a file, or what is wrong with a place in it. `line` is where it begins, from 1. */
export type FileEntry =
  | { readonly line: number; readonly row: Readonly<Record<string, unknown>> }
  | { readonly line: number; readonly problem: string }

/** Reads files of rows: CSV, JSON, or one object a line, by the end of their names. */
export interface OfferFiles {
  read(name: string, bytes: Uint8Array): AsyncIterable<FileEntry>
}
