interface Macro {
  readonly means: string
  /** Other spellings of the same thing in the field, as written in the documents of trackers and networks. */
  readonly aliases: readonly string[]
}

function macro(means: string, aliases = ''): Macro {
  return { means, aliases: aliases === '' ? [] : aliases.split(' ') }
}

/** The macros of a destination URL. A macro without a value at the click is filled with nothing. */
export const vocabulary = {
  click_id: macro(
    'our id of the click',
    'clickid transaction_id tid subid aff_click_id tracking_id track_id',
  ),
  user_id: macro('the publisher’s user', 'uid user external_identifier'),
  sub1: macro('the subId of the tracking link', 'sub s1 subid1 aff_sub aff_sub1'),
  sub2: macro('empty: a link has one subId', 's2 subid2 aff_sub2'),
  sub3: macro('empty: a link has one subId', 's3 subid3 aff_sub3'),
  sub4: macro('empty: a link has one subId', 's4 subid4 aff_sub4'),
  sub5: macro('empty: a link has one subId', 's5 subid5 aff_sub5'),
  sub6: macro('empty: a link has one subId', 's6 subid6 aff_sub6'),
  sub7: macro('empty: a link has one subId', 's7 subid7 aff_sub7'),
  sub8: macro('empty: a link has one subId', 's8 subid8 aff_sub8'),
  source: macro('where the traffic comes from, as networks ask for it', 'source_id traffic_source'),
  app_id: macro('the app the link belongs to', 'site_id'),
  publisher_id: macro('the publisher who owns the app', 'affiliate_id aff_id affid pid partner_id pub_id'),
  network_id: macro('the network the offer comes from', 'advertiser_id adv_id'),
  offer_id: macro('our id of the offer', 'oid'),
  offer_name: macro('the name of the offer', 'offer_title'),
  offer_url_id: macro('the id of one of several destinations of an offer'),
  goal_id: macro('the goal of the offer', 'goal event_id'),
  campaign_id: macro('the campaign', 'camp_id ad_campaign_id'),
  creative_id: macro('the creative that was clicked'),
  payout: macro('what the publisher earns, in USD', 'payout_amount'),
  revenue: macro('what the network pays, in USD'),
  cost: macro('what the click cost'),
  currency: macro('the currency of the amounts', 'currency_code offer_currency payout_currency'),
  ip: macro('the address of the visitor', 'session_ip ip_address user_ip'),
  user_agent: macro('the User-Agent header of the visitor', 'ua'),
  platform: macro('desktop, android or ios'),
  os: macro('the name of the operating system', 'os_name'),
  os_version: macro('the version of the operating system', 'osv'),
  device_type: macro('desktop, mobile, tablet, tv, console, wearable, headset or bot', 'device'),
  device_model: macro('the model of the device', 'model'),
  device_brand: macro('the maker of the device', 'device_make brand'),
  browser: macro('the name of the browser', 'browser_name'),
  browser_version: macro('the version of the browser'),
  idfa: macro('Apple’s advertising id', 'ios_idfa ifa'),
  gaid: macro('Google’s advertising id', 'google_aid google_ad_id gps_adid aaid'),
  android_id: macro('the id of an Android installation'),
  country: macro('the country of the visitor, two letters', 'country_code geo cc'),
  region: macro('the region of the visitor'),
  city: macro('the city of the visitor'),
  isp: macro('the internet provider of the visitor', 'carrier operator mobile_carrier'),
  connection_type: macro('wifi or mobile'),
  language: macro('the language the browser prefers', 'lang'),
  timestamp: macro('the time of the click in Unix seconds', 'time ts unix_time'),
  date: macro('the UTC day of the click, YYYY-MM-DD'),
  datetime: macro('the UTC time of the click, YYYY-MM-DD HH:MM:SS', 'date_time'),
  random: macro('a random number, against caches', 'rand random_number cachebuster cb'),
  referer: macro('the page the visitor came from', 'referrer referer_url'),
  domain: macro('the host of the tracking link'),
  unique_click: macro('1 for a first click, 0 for a repeated one', 'is_unique'),
} as const satisfies Record<string, Macro>

export type MacroName = keyof typeof vocabulary

export const macroNames: readonly MacroName[] = namesOf(vocabulary)

const bySpelling: ReadonlyMap<string, MacroName> = new Map(
  macroNames.flatMap((name) => [name, ...vocabulary[name].aliases].map((text) => [spelling(text), name])),
)

/** Reads a macro's name as people write it: `Click-ID`, `clickId` and `click_id` are one. */
export function findMacro(written: string): MacroName | undefined {
  return bySpelling.get(spelling(written))
}

function spelling(written: string): string {
  return written.toLowerCase().replace(/[\s_-]/g, '')
}

/** `Object.keys` forgets the key type; a constant table without further keys may keep it. */
function namesOf<Name extends string>(table: Record<Name, Macro>): readonly Name[] {
  return Object.keys(table) as Name[]
}
