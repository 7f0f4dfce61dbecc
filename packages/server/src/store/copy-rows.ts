/**
 * Rows in PostgreSQL's binary COPY format (its documentation, sql-copy). The server reads it with half the work that the
 * same rows cost as JSON.
 */
export type CopyValue = string | number | boolean | null

export type CopyType = 'uuid' | 'bigint' | 'text' | 'boolean' | 'timestamptz'

/** The columns, in the order in which they are written. */
export type CopyColumns<Row> = readonly CopyColumn<Row>[]

export interface CopyColumn<Row> {
  readonly name: string
  readonly type: CopyType
  /** Times are Unix milliseconds. */
  readonly of: (row: Row) => CopyValue
}

const signature = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1')
/** PostgreSQL counts from 2000-01-01. */
const epochMs = Date.UTC(2000, 0, 1)
/** About as many as a click takes: what is taken for more rows at once need not grow. */
const bytesPerRow = 384
const highPart = 2 ** 32

export function encodeRows<Row>(columns: CopyColumns<Row>, rows: readonly Row[]): Buffer {
  const writer = new CopyWriter(Math.max(1, rows.length) * bytesPerRow)
  for (const row of rows) {
    writer.int16(columns.length)
    for (const { type, of } of columns) {
      const value = of(row)
      if (value === null) writer.int32(-1)
      else write[type](writer, value)
    }
  }
  writer.int16(-1)
  return writer.written()
}

/** Each begins with the length of what follows. */
const write: Record<CopyType, (writer: CopyWriter, value: string | number | boolean) => void> = {
  uuid: (writer, value) => writer.uuid(String(value)),
  bigint: (writer, value) => writer.int64(Number(value)),
  text: (writer, value) => writer.text(String(value)),
  boolean: (writer, value) => writer.boolean(value === true),
  timestamptz: (writer, value) => writer.int64(Math.round((Number(value) - epochMs) * 1_000)),
}

/** Bytes one after the other, in as much room as they need. */
class CopyWriter {
  #bytes: Buffer
  #end = 0

  constructor(bytes: number) {
    this.#bytes = Buffer.allocUnsafe(bytes)
    this.#end = signature.copy(this.#bytes)
    // No flags, and no extension of the header.
    this.int32(0)
    this.int32(0)
  }

  written(): Buffer {
    return this.#bytes.subarray(0, this.#end)
  }

  int16(value: number): void {
    this.#end = this.#room(2).writeInt16BE(value, this.#end)
  }

  int32(value: number): void {
    this.#end = this.#room(4).writeInt32BE(value, this.#end)
  }

  int64(value: number): void {
    const bytes = this.#room(12)
    const high = Math.floor(value / highPart)
    this.#end = bytes.writeInt32BE(8, this.#end)
    this.#end = bytes.writeInt32BE(high, this.#end)
    this.#end = bytes.writeUInt32BE(value - high * highPart, this.#end)
  }

  boolean(value: boolean): void {
    const bytes = this.#room(5)
    this.#end = bytes.writeInt32BE(1, this.#end)
    this.#end = bytes.writeInt8(value ? 1 : 0, this.#end)
  }

  uuid(id: string): void {
    const bytes = this.#room(20)
    this.#end = bytes.writeInt32BE(16, this.#end)
    const length = bytes.write(id.replaceAll('-', ''), this.#end, 'hex')
    // What follows would be read as something else.
    if (length !== 16) throw new Error(`${JSON.stringify(id)} is no uuid`)
    this.#end += length
  }

  text(text: string): void {
    // A code unit takes three bytes at most.
    const bytes = this.#room(4 + 3 * text.length)
    const length = bytes.write(text, this.#end + 4, 'utf8')
    this.#end = bytes.writeInt32BE(length, this.#end) + length
  }

  #room(size: number): Buffer {
    if (this.#end + size > this.#bytes.length) {
      const grown = Buffer.allocUnsafe(Math.max(2 * this.#bytes.length, this.#end + size))
      this.#bytes.copy(grown, 0, 0, this.#end)
      this.#bytes = grown
    }
    return this.#bytes
  }
}
