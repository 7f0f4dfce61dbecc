import { readIsoTime } from '@quoin/core/time/read-iso-time.ts'
import { dayOf } from '@quoin/core/time/calendar-day.ts'
import { type ExchangeRate, formatNanos, readNanos } from '@quoin/core/terms/exchange-rate.ts'
import { dayMs } from '@quoin/core/time/durations.ts'
import { Command, InvalidArgumentError } from 'commander'
import { readOfferFile } from '../../../adapters/offer-files/offer-files.ts'
import { addPromotion, endPromotion } from '../../../features/terms/add-promotion.ts'
import { importRates } from '../../../features/terms/import-rates.ts'
import { removeMargin, setMargin } from '../../../features/terms/set-margin.ts'
import { runCommand } from '../../open-command.ts'
import { basisPoints, name, numberFrom, wholeNumber } from '../../options.ts'
import { type WithActor, withActor } from '../../with-actor.ts'
import { terminal } from '../../terminal.ts'

/** `quoin margins …`: what the platform keeps. */
export function marginsCommands(): Command {
  const margins = new Command('margins')
  withActor(margins.command('set'))
    .argument('<percent>', 'of the revenue, with at most 2 decimals, such as 35 or 12.5', basisPoints(100))
    .description("set the platform's part of the revenue; the most specific rule wins")
    .option('--offer <offerId>', 'of one offer', wholeNumber)
    .option('--app <appId>', 'of one app', wholeNumber)
    .option('--country <code>', 'of the clicks of one country')
    .action((percent: number, { offer, app, country, actor }: MarginOptions) =>
      runCommand((ports) =>
        setMargin(ports, {
          offerId: offer ?? null,
          appId: app ?? null,
          country: country ?? null,
          basisPoints: percent,
          actor,
        }),
      ),
    )
  margins
    .command('list')
    .description('list all rules, in basis points: hundredths of a percent')
    .action(() => runCommand(({ db, store }) => store.marginRules.listMarginRules(db)))
  withActor(margins.command('remove'))
    .argument('<ruleId>', 'as `margins list` shows it', wholeNumber)
    .description('remove a rule')
    .action((id: number, { actor }: WithActor) => runCommand((ports) => removeMargin(ports, { id, actor })))
  return margins
}

interface MarginOptions extends WithActor {
  readonly offer?: number
  readonly app?: number
  readonly country?: string
}

interface PromotionOptions extends WithActor {
  readonly app: number
  readonly multiplier: number
  readonly from?: number
  readonly to: number
  readonly name: string
}

/** `quoin promotions …`: more of an app's own currency for a time. */
export function promotionsCommands(): Command {
  const promotions = new Command('promotions')
  withActor(promotions.command('add'))
    .description("multiply the virtual currency of an app's users for clicks in this period")
    .requiredOption('--app <appId>', 'as `apps list` shows it', wholeNumber)
    .requiredOption('--multiplier <n>', 'with at most 4 decimals, such as 2 or 1.5', basisPoints(1))
    .option('--from <time>', 'ISO 8601, such as 2030-01-31T09:00Z; without it from now on', isoTimeMs)
    .requiredOption('--to <time>', 'ISO 8601', isoTimeMs)
    .option('--name <text>', 'what it is called', name, '')
    .action(({ app, multiplier, from, to, name: title, actor }: PromotionOptions) =>
      runCommand((ports) => {
        const fromMs = from ?? ports.clock.nowMs()
        const promotion = { appId: app, name: title, basisPoints: multiplier, fromMs, toMs: to }
        return addPromotion(ports, { ...promotion, actor }).then(withTimes)
      }),
    )
  promotions
    .command('list')
    .description('list promotions that run, will run or ran in the last 400 days')
    .option('--app <appId>', 'of one app', wholeNumber)
    .action(({ app }: { app?: number }) =>
      runCommand(async ({ db, store, clock }) => {
        const sinceMs = clock.nowMs() - 400 * dayMs
        return (await store.promotions.listPromotions(db, { sinceMs, appId: app })).map(withTimes)
      }),
    )
  withActor(promotions.command('end'))
    .argument('<promotionId>', 'as `promotions list` shows it', wholeNumber)
    .description('end a promotion now, or cancel it before it begins')
    .action((id: number, { actor }: WithActor) =>
      runCommand((ports) => endPromotion(ports, { id, actor }).then(withTimes)),
    )
  return promotions
}

/** `quoin rates …`: what other currencies are worth. */
export function ratesCommands(): Command {
  const rates = new Command('rates')
  withActor(rates.command('import'))
    .argument('<file>', 'CSV with the columns currency, day and usd')
    .description('import rates; a rate of the same day is replaced. Exit code 2: some rows were refused')
    .action((file: string, { actor }: WithActor) =>
      runCommand(async (ports) => {
        const report = await importRates(ports, { entries: readOfferFile(file), actor })
        if (report.refused > 0) terminal().setExitCode(2)
        return report
      }),
    )
  withActor(rates.command('set'))
    .argument('<currency>', 'its code, such as EUR')
    .argument('<usd>', 'what one unit is worth in USD, with at most 9 decimals', nanos)
    .option('--day <day>', 'of which day; without it of today (UTC)')
    .description('set the rate of a currency')
    .action((currency: string, usd: number, { day, actor }: { day?: string } & WithActor) =>
      runCommand(async (ports) => {
        const row = { currency, day: day ?? dayOf(ports.clock.nowMs()), usd: formatNanos(usd) }
        const report = await importRates(ports, { entries: once({ line: 1, row }), actor })
        const [problem] = report.problems
        if (problem) throw new Error(`${problem.field} ${problem.message}.`)
        return row
      }),
    )
  rates
    .command('list')
    .description('list the rates of the last 60 days, newest first')
    .option('--currency <code>', 'of one currency')
    .option('--limit <n>', 'how many', numberFrom(1, 10_000), 1_000)
    .action(({ currency, limit }: { currency?: string; limit: number }) =>
      runCommand(async ({ db, store, clock }) => {
        const sinceDay = dayOf(clock.nowMs() - 60 * dayMs)
        const found = { sinceDay, currency: currency?.toUpperCase(), limit }
        return (await store.exchangeRates.listRates(db, found)).map(presentRate)
      }),
    )
  return rates
}

function presentRate({ currency, day, usdNanos }: ExchangeRate): object {
  return { currency, day, usd: formatNanos(usdNanos) }
}

/** Inside, `fromMs` and `toMs`; outside, times as everywhere. */
function withTimes({ fromMs, toMs, ...promotion }: { fromMs: number; toMs: number }): object {
  return { ...promotion, fromAtMs: fromMs, toAtMs: toMs }
}

async function* once<Item>(item: Item): AsyncGenerator<Item> {
  yield item
}

function isoTimeMs(text: string): number {
  const sec = readIsoTime(text)
  if (sec === undefined) throw new InvalidArgumentError('It must be ISO 8601, such as 2030-01-31T09:00Z.')
  return sec * 1000
}

function nanos(text: string): number {
  const value = readNanos(text)
  if (value === undefined)
    throw new InvalidArgumentError('It must be a decimal above 0 with at most 9 decimals.')
  return value
}
