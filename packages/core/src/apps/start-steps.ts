/** Steps of an app from its keys to its first paid conversion, in this order. Events tick them, never a click. */
export const startSteps = [
  'keys_made',
  'first_list',
  'first_click',
  'test_conversion',
  'callback_delivered',
  'live_conversion',
] as const
export type StartStep = (typeof startSteps)[number]
