import type { SignalGroup } from './signal.ts'

/** A version of the scorecard: data, so that a refit changes no code. */
export interface Weights {
  /** Stored with every assessment. */
  readonly version: string
  /** The share of fraud before anything is known. */
  readonly prior: number
  /** Platt scaling of the log-odds: p = σ(slope · z + offset). */
  readonly calibration: { readonly slope: number; readonly offset: number }
  /** The most points that the signals of a group give together. */
  readonly caps: Readonly<Record<SignalGroup, number>>
  /** Natural-log odds at full share, by signal; never negative. A signal without a row counts nothing. */
  readonly points: Readonly<Record<string, number>>
}

/** RISK §4.1, hand weights; not fitted to any data yet, therefore without calibration. */
export const shippedWeights: Weights = {
  version: '1',
  prior: 0.04,
  calibration: { slope: 1, offset: 0 },
  caps: { environment: 5, inconsistency: 4, network: 2.5, graph: 5, behaviour: 4 },
  points: {
    webdriver: 4,
    bot_user_agent: 4,
    stealth_gpu: 2.5,
    software_gpu: 1.25,
    software_gpu_on_phone: 1.75,
    headless_screen: 0.5,
    gpu_mismatch: 3,
    platform_mismatch: 1.5,
    system_name_mismatch: 1,
    phone_with_desktop_screen: 3,
    phone_without_touch: 1.5,
    timezone_mismatch: 1.25,
    universal_time: 1,
    new_users: 5,
    co_located_users: 1.5,
    review_list: 2.5,
  },
}
