/** A piece of the server's log, of 16 MB. */
interface LogSegment {
  readonly timeline: number
  /** Counted from the beginning of the cluster. */
  readonly number: number
}

const segmentBytes = 16n * 1024n * 1024n
const segmentsPerFile = 0x1_0000_0000n / segmentBytes

/** `000000010000000A000000FF`; undefined for a name of anything else. */
export function readSegmentName(name: string): LogSegment | undefined {
  const [, timeline, high, low] = /^([0-9A-F]{8})([0-9A-F]{8})000000([0-9A-F]{2})$/.exec(name) ?? []
  if (timeline === undefined || high === undefined || low === undefined) return undefined
  const number = BigInt(`0x${high}`) * segmentsPerFile + BigInt(`0x${low}`)
  return { timeline: Number(`0x${timeline}`), number: Number(number) }
}

export function nameOfSegment({ timeline, number }: LogSegment): string {
  const [high, low] = [BigInt(number) / segmentsPerFile, BigInt(number) % segmentsPerFile]
  return [BigInt(timeline), high, low]
    .map((part) => part.toString(16).toUpperCase().padStart(8, '0'))
    .join('')
}

/** The segment that holds a place of the log, such as `0/3A000028`. */
export function segmentOf(lsn: string, timeline: number): LogSegment {
  const [high = '0', low = '0'] = lsn.split('/')
  const place = (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
  return { timeline, number: Number(place / segmentBytes) }
}

/** The identifier of the cluster that wrote a segment, as its first page has it; every build has it in this order of bytes. */
export function systemOf(segment: Buffer): string {
  return segment.length < 32 ? '' : segment.readBigUInt64LE(24).toString()
}
