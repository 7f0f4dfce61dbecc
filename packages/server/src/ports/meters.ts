/** Counters and timings for /metrics; a feature names the event, the adapter knows the library. */
export interface Meters {
  count(name: CounterName, labels?: Readonly<Record<string, string>>): void
  observe(name: TimerName, seconds: number, labels?: Readonly<Record<string, string>>): void
}

export type CounterName =
  | 'clicks_total'
  | 'clicks_overflowed_total'
  | 'postbacks_total'
  | 'conversions_total'
  | 'losing_reports_total'
  | 'fingerprints_total'
  | 'rate_limited_total'
  | 'shed_total'
  | 'pipelines_closed_total'
  | 'bodies_cut_total'
  | 'failed_credentials_total'
  | 'callback_attempts_total'
  | 'impressions_total'
  | 'mails_refused_total'
  | 'dashboard_reads_total'

export type TimerName =
  | 'http_request_seconds'
  | 'flush_seconds'
  | 'flush_rows'
  | 'callback_first_attempt_seconds'
  | 'callback_attempt_seconds'
