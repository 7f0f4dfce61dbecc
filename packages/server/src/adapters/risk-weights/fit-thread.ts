// A thread of its own that fits weights once and ends: see learn-in-thread.ts.
import { parentPort, workerData } from 'node:worker_threads'
import { learnWeights } from '@quoin/core/risk/learning/learn-weights.ts'
import type { FitOrder } from '../../ports/ports.ts'
import { readFloorWorlds } from './floor-worlds.ts'

const order = workerData as FitOrder // what learnInThread gives it
parentPort?.postMessage(learnWeights({ ...order, worlds: readFloorWorlds() }))
