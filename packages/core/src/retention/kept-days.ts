/** How long rows are kept that no setting speaks of, in days. The table of all tables says which (`tables.ts`). */
export const keptDays = {
  /** A week of clicks past `CLICK_RETENTION_DAYS`, still answered from: a mistake can be noticed. */
  clicksSetAside: 30,
  /** A chargeback gives its place back on the day on which the conversion counted; after so long that is over everywhere. */
  capCounters: 35,
  jobs: 30,
  /** Edits of many offers with the changes of each; the audit log keeps that they were made. */
  offerEdits: 90,
  /** Removals of offers: who has not asked for changes for so long lists them anew. */
  removedOffers: 30,
  alerts: 90,
  /** As far back as a report may ask. */
  impressions: 400,
  /** The calls of apps that call no more. */
  apiCalls: 14,
  /** Counts of the decisions of list entries; 30 of them are shown. */
  listEntryHits: 31,
  /** The name of an erased user, for writes that come late. */
  erasures: 90,
  /** Days of goals and their steps that no norm is made of any more. */
  goalSteps: 40,
  /** Thirteen months; then the UTC day is the smallest unit. */
  statisticsByQuarter: 396,
} as const
