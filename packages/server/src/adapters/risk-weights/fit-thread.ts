// A thread of its own that fits weights once and ends: see learn-in-thread.ts.
import { parentPort, workerData } from 'node:worker_threads'
import { learnWeights } from '@quoin/core/risk/learn-weights.ts'
import type { FitOrder } from './learn-in-thread.ts'

const { outcomes, version, current } = workerData as FitOrder // what learnInThread gives it
parentPort?.postMessage(learnWeights(outcomes, { version, current }))
