const daysOfMonth = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/**
 * An ISO 8601 date (midnight UTC) or date and time with an offset, as Unix seconds: `2030-01-31`,
 * `2030-01-31T09:30Z`, `2030-01-31T09:30:00.000+05:30`. A time without an offset is nobody's time and
 * refused; fractions of a second are cut. Years 1970 to 9999; undefined for everything else.
 */
export function readIsoTime(text: string): number | undefined {
  const match =
    /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?([Zz]|[+-]\d\d:?\d\d))?$/.exec(text)
  if (match === null) return undefined
  const [, yearText, monthText, dayText, hourText = '0', minuteText = '0', secondText = '0', offset = 'Z'] =
    match
  const [year, month, day] = [Number(yearText), Number(monthText), Number(dayText)]
  const [hour, minute, second] = [Number(hourText), Number(minuteText), Number(secondText)]
  if (year < 1970 || day < 1 || day > daysIn(year, month)) return undefined
  if (hour > 23 || minute > 59 || second > 59) return undefined
  const offsetSec = readOffset(offset)
  if (offsetSec === undefined) return undefined
  return daysFromEpoch(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second - offsetSec
}

/** Zero for a month that does not exist, so that no day fits into it. */
function daysIn(year: number, month: number): number {
  return month === 2 && isLeap(year) ? 29 : (daysOfMonth[month - 1] ?? 0)
}

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
}

/** The largest offset ever in use is +14:00; ISO 8601 itself allows a day. */
function readOffset(offset: string): number | undefined {
  if (offset === 'Z' || offset === 'z') return 0
  const hours = Number(offset.slice(1, 3))
  const minutes = Number(offset.slice(-2))
  if (hours > 23 || minutes > 59) return undefined
  return (offset.startsWith('-') ? -1 : 1) * (hours * 3600 + minutes * 60)
}

/** Days from 1970-01-01, Gregorian: years count from March, so that the leap day comes last. */
function daysFromEpoch(year: number, month: number, day: number): number {
  const shifted = month > 2 ? year : year - 1
  const monthFromMarch = (month + 9) % 12
  const dayOfYear = Math.floor((153 * monthFromMarch + 2) / 5) + day - 1
  const leapDays = Math.floor(shifted / 4) - Math.floor(shifted / 100) + Math.floor(shifted / 400)
  return shifted * 365 + leapDays + dayOfYear - 719_468
}
