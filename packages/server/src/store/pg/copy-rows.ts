import { addressBytes } from '@quoin/core/detect/address.ts'
import { dayMs } from '@quoin/core/time/durations.ts'
import type { Transaction } from './database.ts'
import type { ColumnType, RowColumns } from './row-parameters.ts'

/** The type of jsonb: anything that JSON can say. */
type CopyValue = string | number | boolean | object | null

/** `letter` is PostgreSQL's "char". */
type CopyType = ColumnType | 'timestamptz' | 'inet' | 'letter'

/** The columns, in the order in which they are written. */
type CopyColumns<Row> = readonly CopyColumn<Row>[]

interface CopyColumn<Row> {
  readonly name: string
  readonly type: CopyType
  /** Times are Unix milliseconds. */
  readonly of: (row: Row) => CopyValue
}

const signature = Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1')
/** PostgreSQL counts from 2000-01-01. */
const epochMs = Date.UTC(2000, 0, 1)
/** To begin with: what a hundred clicks take. */
const initialBytes = 64 * 1024
/** A value that is no text takes no more, with its length: an IPv6 address does. */
const valueMax = 24
/** The most that the values of a row of the widest table take. */
const rowMax = 64 * valueMax
const highPart = 2 ** 32
const dash = '-'.charCodeAt(0)
/** Its binary form may change one day; this is the first. */
const jsonbVersion = 1
/** AF_INET; PostgreSQL's number of IPv6 is one more, whatever the system calls it. */
const familyV4 = 2

/** The value of a hexadecimal digit, by its code; 255 for all else. */
const hexValues = Uint8Array.from({ length: 128 }, (_, code) => {
  const value = Number.parseInt(String.fromCharCode(code), 16)
  return Number.isNaN(value) ? 255 : value
})

/**
 * The same columns as `rowsFrom` takes: named in SQL as the properties are, but for times, whose name there does
 * not end in Ms, and those of `names`.
 */
export function copied<Row>(
  columns: RowColumns<Row>,
  names: Readonly<Record<string, string>> = {},
): CopyColumns<Row> {
  return Object.entries<ColumnType | undefined>(columns).map(([key, type = 'text']) => {
    const property = key as keyof Row & string // a table of columns has no others
    const isTime = key.endsWith('AtMs')
    return {
      name: names[property] ?? inSql(isTime ? key.slice(0, -'Ms'.length) : key),
      type: isTime ? 'timestamptz' : type,
      of: (row) => (row[property] ?? null) as CopyValue, // what the table says of it
    }
  })
}

function inSql(property: string): string {
  return property.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)
}

/** Where rows of a kind are copied to. */
interface CopyInto<Row> {
  readonly text: string
  readonly columns: CopyColumns<Row>
}

export function copyInto<Row>(table: string, columns: CopyColumns<Row>): CopyInto<Row> {
  const names = columns.map(({ name }) => name).join(', ')
  return { text: `copy ${table} (${names}) from stdin (format binary)`, columns }
}

/** Copies rows in a transaction, with what comes next. */
export function sendRows<Row>(tx: Transaction, into: CopyInto<Row>, rows: readonly Row[]): void {
  if (rows.length > 0) tx.send({ text: into.text, rows: encodeRows(into.columns, rows) })
}

/**
 * Rows in PostgreSQL's binary COPY format (its documentation, sql-copy). The server reads it with half the work
 * that the same rows cost as JSON.
 */
export function encodeRows<Row>(columns: CopyColumns<Row>, rows: readonly Row[]): Buffer {
  writer.begin()
  for (const row of rows) {
    writer.beginRow(columns.length)
    for (const { type, of } of columns) {
      const value = of(row)
      if (value === null) writer.none()
      else write[type](writer, value)
    }
  }
  writer.end()
  return writer.written()
}

/** Each begins with the length of what follows. */
const write: Record<CopyType, (writer: CopyWriter, value: Exclude<CopyValue, null>) => void> = {
  uuid: (writer, value) => writer.uuid(String(value)),
  smallint: (writer, value) => writer.smallint(Number(value)),
  integer: (writer, value) => writer.integer(Number(value)),
  bigint: (writer, value) => writer.int64(Number(value)),
  text: (writer, value) => writer.text(String(value)),
  boolean: (writer, value) => writer.boolean(value === true),
  date: (writer, value) => writer.integer((Date.parse(String(value)) - epochMs) / dayMs),
  timestamptz: (writer, value) => writer.int64(Math.round((Number(value) - epochMs) * 1_000)),
  jsonb: (writer, value) => writer.text(JSON.stringify(value), jsonbVersion),
  inet: (writer, value) => writer.inet(String(value)),
  letter: (writer, value) => writer.letter(String(value)),
}

/** Bytes one after the other, in one room for all, which grows to what is needed most. */
class CopyWriter {
  #bytes = Buffer.allocUnsafeSlow(initialBytes)
  #view = viewOf(this.#bytes)
  #end = 0

  begin(): void {
    this.#end = signature.copy(this.#bytes)
    this.#reserve(8)
    // No flags, and no extension of the header.
    this.int32(0)
    this.int32(0)
  }

  /** A copy: the room is used again. */
  written(): Buffer {
    return Buffer.from(this.#bytes.subarray(0, this.#end))
  }

  /** Nothing is checked for each value, so that a row must have its room before it is written, but for its texts. */
  beginRow(columns: number): void {
    this.#reserve(2 + columns * valueMax)
    this.#view.setInt16(this.#end, columns)
    this.#end += 2
  }

  end(): void {
    this.#reserve(2)
    this.#view.setInt16(this.#end, -1)
    this.#end += 2
  }

  int32(value: number): void {
    this.#view.setInt32(this.#end, value)
    this.#end += 4
  }

  smallint(value: number): void {
    this.int32(2)
    this.#view.setInt16(this.#end, value)
    this.#end += 2
  }

  integer(value: number): void {
    // A fraction, or what is no number, would be written as something else.
    if (!Number.isInteger(value)) throw new RangeError(`${value} is no integer`)
    this.int32(4)
    this.int32(value)
  }

  none(): void {
    this.int32(-1)
  }

  /** A text that is no address is none. */
  inet(text: string): void {
    const address = addressBytes(text)
    if (address === undefined) {
      this.none()
      return
    }
    this.int32(4 + address.length)
    const bytes = this.#bytes
    // The family, the length of the prefix, that it is no network, and how many bytes follow.
    const head = [address.length === 4 ? familyV4 : familyV4 + 1, address.length * 8, 0, address.length]
    for (const byte of head) bytes[this.#end++] = byte
    for (const byte of address) bytes[this.#end++] = byte
  }

  letter(text: string): void {
    this.int32(1)
    this.#bytes[this.#end] = text.charCodeAt(0)
    this.#end += 1
  }

  int64(value: number): void {
    if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is no exact integer`)
    const high = Math.floor(value / highPart)
    this.int32(8)
    this.int32(high)
    this.#view.setUint32(this.#end, value - high * highPart)
    this.#end += 4
  }

  boolean(value: boolean): void {
    this.int32(1)
    this.#bytes[this.#end] = value ? 1 : 0
    this.#end += 1
  }

  uuid(id: string): void {
    this.int32(16)
    const bytes = this.#bytes
    let end = this.#end
    let digits = 0
    let high = 0
    for (let index = 0; index < id.length; index += 1) {
      const code = id.charCodeAt(index)
      if (code === dash) continue
      const value = hexValues[code] ?? 255
      // Written to its end, a wrong id would shift all that follows.
      if (value === 255 || digits === 32) throw new Error(`${JSON.stringify(id)} is no uuid`)
      if (digits % 2 === 0) high = value * 16
      else {
        bytes[end] = high + value
        end += 1
      }
      digits += 1
    }
    if (digits !== 32) throw new Error(`${JSON.stringify(id)} is no uuid`)
    this.#end = end
  }

  /** `mark` stands before it, where there is one. */
  text(text: string, mark?: number): void {
    // A code unit takes three bytes at most; behind it there is room for the rest of the row.
    this.#reserve(3 * text.length + rowMax)
    const start = this.#end
    this.#end += 4
    if (mark !== undefined) {
      this.#bytes[this.#end] = mark
      this.#end += 1
    }
    this.#end += writeText(this.#bytes, text, this.#end)
    this.#view.setInt32(start, this.#end - start - 4)
  }

  #reserve(size: number): void {
    if (this.#end + size <= this.#bytes.length) return
    const grown = Buffer.allocUnsafeSlow(2 * this.#bytes.length + size)
    this.#bytes.copy(grown, 0, 0, this.#end)
    this.#bytes = grown
    this.#view = viewOf(grown)
  }
}

function viewOf({ buffer, byteOffset, length }: Buffer): DataView {
  return new DataView(buffer, byteOffset, length)
}

/** Texts up to this length are mostly words, which are written here in half the time that a call of Node's takes. */
const shortMax = 48

/** Returns how many bytes it took. */
function writeText(bytes: Buffer, text: string, start: number): number {
  if (text.length > shortMax) return bytes.write(text, start, 'utf8')
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code > 127) return bytes.write(text, start, 'utf8')
    bytes[start + index] = code
  }
  return text.length
}

const writer = new CopyWriter()
