export type DeviceType = 'desktop' | 'mobile' | 'tablet' | 'tv' | 'console' | 'wearable' | 'headset' | 'bot'

/** Reading a User-Agent may cost no more: real ones are shorter, and none says more after this. */
export const userAgentLengthMax = 1024

interface Rule {
  readonly type: DeviceType
  readonly says: RegExp
}

/**
 * Things with a screen that are no phone. Many of them call themselves Android, so that they are asked first.
 * `AFT…` are Fire TVs, `AEO…` Echo Shows, `CrKey` Chromecasts and Nest Hubs, `SM-R…` and `SM-L…` watches.
 * A lone `TV` counts only without `Mobile`: phones are sold with a television receiver.
 */
const apartFromPhones: readonly Rule[] = [
  {
    type: 'tv',
    says: /smart-?_?\s?tv|(?:google|android|apple|opera|fire|philips|inet|net|mi|mitv|beyond|web)[ -]?tv\b/i,
  },
  {
    type: 'tv',
    says: /hbbtv|hybridcast|ce-html|\btvos\b|netcast|web0s|webos\.tv|vidaa|bravia|\bviera|\bdtv\/|\bstb\b/i,
  },
  {
    type: 'tv',
    says: /\broku\b|crkey|chromecast|\bmi ?box|nexus player|large screen|freebox|appletv|\btv ?(?:box|stick)/i,
  },
  { type: 'tv', says: /\b(?:AFT[A-Z0-9]{1,8}|AEO[A-Z]{2}|AQUOS ?TV|TIVO|KDL-?\d\w*)\b/ },
  { type: 'tv', says: /^(?!.*\bmobile\b).*\btv\b/is },
  { type: 'console', says: /playstation|nintendo|xbox|\bouya\b|steam ?deck/i },
  {
    type: 'wearable',
    says: /watch ?os|\bwear ?os|(?:apple|galaxy|pixel|huawei|tic) ?watch|\bwatch\d,|\bSM-[RL]\d{3}/i,
  },
  {
    type: 'headset',
    says: /oculus|\bquest (?:\d|pro)|\bpico (?:neo|\d|g\d)|picobrowser|wolvic|vive focus|visionos/i,
  },
]

const phonesAndTablets: readonly Rule[] = [
  {
    type: 'tablet',
    says: /ipad|tablet|playbook|kindle|\bKF[A-Z]{2,6}\b|\bSM-[TX]\d{3}|silk\/(?!.*\bmobile\b)/i,
  },
  {
    type: 'mobile',
    says: /mobi|iphone|ipod|phone|\bios\b|opera mini|midp|symb|blackberry|\bbb10\b|kaios|\badr \d/i,
  },
  // Android browsers leave out `Mobile` on tablets; apps leave it out everywhere.
  { type: 'tablet', says: /^mozilla\/(?=.*android).*(?:safari|firefox)\//is },
  { type: 'mobile', says: /android|openharmony|cfnetwork\/(?!.*(?:x86_64|i386|mac))/i },
]

/** A hint for the `device_type` macro; whether a click is a bot's is decided elsewhere, by a real list. */
const bot: Rule = {
  type: 'bot',
  says: /bot\b|bot\/|crawl|spider|slurp|headless|^(?:curl|wget|python|java|go)\b/i,
}

/** Undefined for an empty User-Agent: nobody knows. */
export function readDeviceType(userAgent: string): DeviceType | undefined {
  const text = userAgent.slice(0, userAgentLengthMax)
  if (text.trim() === '') return undefined
  if (bot.says.test(text)) return bot.type
  return firstType(apartFromPhones, text) ?? firstType(phonesAndTablets, text) ?? 'desktop'
}

/** Televisions, consoles, watches and headsets: no store of theirs is one that offers are made for. */
export function isApartFromPhones(userAgent: string): boolean {
  return firstType(apartFromPhones, userAgent.slice(0, userAgentLengthMax)) !== undefined
}

function firstType(rules: readonly Rule[], text: string): DeviceType | undefined {
  return rules.find((rule) => rule.says.test(text))?.type
}
