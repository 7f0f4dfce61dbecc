import assert from 'node:assert/strict'
import { test } from 'node:test'
import fastCheck from 'fast-check'
import { type PictureSize, readPictureSize } from './picture-size.ts'

const bytes = (...parts: readonly (string | readonly number[])[]): Uint8Array =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? [...part].map((c) => c.charCodeAt(0)) : part)),
  )
const png = (width: readonly number[], height: readonly number[]) =>
  bytes([0x89], 'PNG\r\n', [0x1a, 0x0a, 0, 0, 0, 13], 'IHDR', width, height, [8, 2, 0, 0, 0])
const frame = (kind: number, height: number, width: number) => [
  ...[0xff, kind, 0, 11, 8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0],
]
const scan = [0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0x12, 0xff, 0x00, 0x34]
const jpeg = (...segments: readonly (readonly number[])[]) => bytes([0xff, 0xd8], ...segments, [0xff, 0xd9])
const riff = (...chunks: readonly (string | readonly number[])[]) =>
  bytes('RIFF', [0, 0, 0, 0], 'WEBP', ...chunks, new Array<number>(16).fill(0))

const table: readonly (readonly [title: string, file: Uint8Array, size: PictureSize | undefined])[] = [
  ['a PNG', png([0, 0, 1, 44], [0, 0, 0, 200]), { width: 300, height: 200 }],
  [
    'a PNG of 4 billion points a side',
    png([255, 255, 255, 255], [255, 255, 255, 255]),
    { width: 4_294_967_295, height: 4_294_967_295 },
  ],
  ['a PNG without a side', png([0, 0, 0, 0], [0, 0, 0, 1]), undefined],
  ['a PNG that is cut', png([0, 0, 1, 44], [0, 0, 0, 200]).subarray(0, 20), undefined],
  ['a JPEG', jpeg(frame(0xc0, 200, 300), scan), { width: 300, height: 200 }],
  [
    'a progressive JPEG with filling',
    jpeg([0xff, 0xff], frame(0xc2, 200, 300), scan, scan),
    { width: 300, height: 200 },
  ],
  [
    'a JPEG whose thumbnail is larger',
    jpeg([0xff, 0xe1, 0, 15, ...frame(0xc0, 9_999, 9_999)], frame(0xc0, 2, 3), scan),
    { width: 3, height: 2 },
  ],
  [
    'a JPEG that states two measures',
    jpeg(frame(0xc0, 2, 3), frame(0xc0, 9_000, 1), scan),
    { width: 3, height: 9_000 },
  ],
  [
    'a JPEG that states a second one behind a scan',
    jpeg(frame(0xc0, 2, 3), scan, frame(0xc1, 9_000, 9_000)),
    { width: 9_000, height: 9_000 },
  ],
  ['a JPEG of a table and no frame', jpeg(frame(0xc4, 2, 3), scan), undefined],
  ['a JPEG of 64 scans', jpeg(frame(0xc2, 2, 3), ...Array<number[]>(64).fill(scan)), { width: 3, height: 2 }],
  ['a JPEG of 65 scans', jpeg(frame(0xc2, 2, 3), ...Array<number[]>(65).fill(scan)), undefined],
  [
    'a lossy WebP',
    riff('VP8 ', [10, 0, 0, 0, 0, 0, 0, 0x9d, 1, 0x2a, 0x2c, 1, 200, 0]),
    { width: 300, height: 200 },
  ],
  [
    'a lossless WebP',
    riff('VP8L', [6, 0, 0, 0, 0x2f, 0xff, 0xff, 0xff, 0x0f, 0]),
    { width: 16_384, height: 16_384 },
  ],
  [
    'a WebP whose picture is larger than its canvas',
    riff(
      'VP8X',
      [10, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0],
      'VP8L',
      [6, 0, 0, 0, 0x2f, 0xff, 0xff, 0xff, 0x0f, 0],
    ),
    { width: 16_384, height: 16_384 },
  ],
  [
    'a WebP of a large canvas',
    riff('VP8X', [10, 0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255, 255, 255]),
    { width: 16_777_216, height: 16_777_216 },
  ],
  ['a WebP of nothing', riff('ICCP', [2, 0, 0, 0, 1, 2]), undefined],
  ['an AVIF', bytes([0, 0, 0, 32], 'ftypavif', new Array<number>(40).fill(0)), undefined],
  ['a GIF', bytes('GIF89a', [1, 0, 1, 0, 0, 0, 0], new Array<number>(40).fill(0)), undefined],
  ['a drawing', bytes('<svg width="9" height="9"/>'), undefined],
  ['nothing', bytes(), undefined],
]

for (const [title, file, size] of table)
  test(`${title} states ${size === undefined ? 'no measures' : `${size.width} × ${size.height}`}`, () =>
    assert.deepEqual(readPictureSize(file), size))

test('any bytes behind a signature are read to their end, and no further', () => {
  const starts = [
    png([], []),
    bytes([0xff, 0xd8, 0xff]),
    bytes('RIFF', [0, 0, 0, 0], 'WEBP'),
    bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8X'),
  ]
  fastCheck.assert(
    fastCheck.property(
      fastCheck.constantFrom(...starts),
      fastCheck.uint8Array({ maxLength: 60 }),
      (start, rest) => {
        const size = readPictureSize(Uint8Array.from([...start, ...rest]))
        assert.ok(size === undefined || (size.width > 0 && size.height > 0))
      },
    ),
  )
})
