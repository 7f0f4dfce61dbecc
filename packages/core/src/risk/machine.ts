import { readAttributes } from './fingerprint/attributes.ts'

/** The common traits of two submissions of one machine under whatever hash; undefined where too little was sent. */
interface Machine {
  /** A digest of what the browser draws. */
  readonly drawing: string | undefined
  /** GPU, screen, cores and languages: many machines share it, and it says little by itself. */
  readonly build: string | undefined
}

/** Everything that a submission says of its machine, under whatever hash. */
interface Likeness {
  readonly text: string
  /** Whether GPU and screen are told: else many machines say the same. */
  readonly isWhole: boolean
}

/** Undefined where hardly anything is told. Keys that we do not know are left out: they could be new with each hash. */
export function readLikeness(data: unknown): Likeness | undefined {
  const [attributes] = readAttributes(data)
  const { drawing, build } = readMachine(data)
  const { screen, gpu } = attributes
  if (screen === undefined && gpu === undefined && drawing === undefined) return undefined
  return { text: JSON.stringify([attributes, drawing, build]), isWhole: build !== undefined }
}

const textLengthMax = 200
const drawingNames = ['canvas', 'canvas_hash', 'canvasHash']

export function readMachine(data: unknown): Machine {
  const [{ gpu, screen, pixelRatio }] = readAttributes(data)
  const drawing = drawingNames.map((name) => textOf(data, name)).find((text) => text !== undefined)
  if (gpu === undefined || screen === undefined) return { drawing, build: undefined }
  const { longSide, shortSide } = screen
  const rest = ['hardware_concurrency', 'hardwareConcurrency', 'languages'].map((name) => textOf(data, name))
  const build = [gpu.slice(0, textLengthMax), longSide, shortSide, pixelRatio, ...rest].join('|')
  return { drawing, build }
}

function textOf(data: unknown, name: string): string | undefined {
  if (typeof data !== 'object' || data === null || !Object.hasOwn(data, name)) return undefined
  const value: unknown = Reflect.get(data, name)
  const text = Array.isArray(value) ? value.slice(0, 8).join() : value
  const isPlain = typeof text === 'string' || typeof text === 'number' || typeof text === 'boolean'
  return isPlain && text !== '' ? String(text).slice(0, textLengthMax) : undefined
}
