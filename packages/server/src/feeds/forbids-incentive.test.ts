import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findForbidden, judgedLengthMax, judgedTotalMax, tellUnread } from './forbids-incentive.ts'

const forbidding = [
  'We will not pay for incentivized traffic',
  'Incentivized conversions will be scrubbed',
  'Incent traffic = no payment',
  'NoIncent',
  'CPI_NonIncent_US',
  'Exclude incent',
  'Incent is a no-go',
  'Any incentivized traffic will not be paid',
  'Publishers are prohibited from offering incentives to users',
  'Мотивированный трафик - нельзя',
  'Verbotene Traffic-Arten: Incentive',
  'Trafic incentivé : non',
  'Ruch incentywizowany zabroniony',
  'Не принимаем мотив',
  'No incent',
  'No Incent, no SMS',
  'Sample Quest - iOS - US,GB (No Incent)',
  'SampleBank [DE] Non-Incent CPA',
  'Sample Casino | NONINCENT | Web',
  'NON INCENTIVIZED TRAFFIC ONLY',
  'Not incentivised',
  'Incentivized traffic is not allowed.',
  'Incent traffic not permitted',
  'Incentive traffic isn’t accepted on this campaign',
  'Incent is strictly prohibited',
  'Incentivised traffic will be rejected',
  'Prohibited: adult, incent, spam',
  'Prohibited traffic: incentivized, bot, brand bidding',
  'We do not accept incentive traffic',
  "We don't allow any incentivized installs",
  'You must not incentivize users',
  'Do not incentivise the installs',
  'Users may not be incentivized to complete the form.',
  'Do not run incent traffic',
  'Users must not be given any incentive',
  'You cannot use or promote incentivized traffic',
  'No adult, incent or spam traffic',
  'No adult/incent/brand bidding',
  'No SEM, no pop, no incent!',
  'No brand bidding & no incentivized traffic',
  'No fraud, bots, or incentivized users',
  'All channels except incent',
  'All traffic types allowed excluding incentive',
  'Incent: no',
  'Incentive traffic - NO',
  'Incent traffic allowed: No',
  'Email: yes | Incent: no | Push: yes',
  'Incent ❌',
  '❌ Incent traffic',
  '🚫 Incentivized',
  'Motivated traffic: not allowed',
  'No motivated traffic',
  'Motivated traffic is forbidden',
  'Traffic without incentives only',
  'No rewarded traffic',
  'GPT sites are not allowed',
  'No get-paid-to sites',
  'Zero incent traffic',
  'Incent, adult and spam traffic is not allowed',
  'Brand bidding and incentivized traffic are banned',
  'Kein Incent-Traffic',
  'Kein incentivierter Traffic erlaubt',
  'Incentive-Traffic ist verboten',
  'Incentivierung der Nutzer ist nicht gestattet',
  'Nicht incentiviert',
  'Motivierter Traffic ist untersagt',
  'Ohne Incentivierung',
  'No se permite tráfico incentivado',
  'Tráfico incentivado prohibido',
  'Prohibido el tráfico incentivado',
  'Sin incentivos',
  'El tráfico incentivado no está permitido',
  'Trafic incentivé interdit',
  'Pas de trafic incentivé',
  'Le trafic incentivé n’est pas autorisé',
  'Sans incitation',
  'Мотивированный трафик запрещен',
  'Мотивированный трафик запрещён!',
  'Без мотива',
  'Мотив: нет',
  'Запрещено: мотив, адалт, спам',
  'Весь трафик, кроме мотивированного',
  'Немотивированный трафик',
  'Не допускается мотивированный трафик',
  'Tráfego incentivado não é permitido',
  'Não é permitido tráfego incentivado',
  'Proibido tráfego incentivado',
  'Sem incentivo',
  'Traffico incentivato vietato',
]

const harmless = [
  'Adult: no, Incent: yes',
  'Incent: allowed; Adult: not allowed',
  'Email - no | Incent - yes',
  'Rewarded video allowed, banner prohibited',
  'Not allowed: adult, spam. Incent: ok',
  'Incentivized traffic accepted, VPN not allowed',
  'Prohibited: adult. Allowed: incent',
  'No incentive is needed to love this app',
  'Incentive allowed',
  'Incent traffic is allowed',
  'Incent OK',
  'Incent traffic welcome, adult prohibited',
  'Allowed: display, email, incent',
  'Allowed traffic: incent, push',
  'We accept incentivized traffic',
  'No incentive restrictions',
  'No restrictions on incent traffic',
  'There are no limits for incentivized installs',
  'not non-incent',
  'This offer is not non-incent.',
  'No prior approval for incent needed',
  'No approval needed for incent traffic',
  'No need to ask for incent permission',
  'Non-incent traffic is not required',
  'Incent and non-incent traffic',
  'Incent & Non-Incent',
  'Non-incent and incent accepted',
  'Incentive traffic is not prohibited',
  'Incent is not forbidden',
  'We do not prohibit incent',
  'All traffic is prohibited except incent',
  'Not only incent, push as well',
  'No VPN, incent ok',
  'Incent: yes',
  'Incent traffic allowed: yes',
  'Incentivized offer',
  'Sample Quest - Incent - US',
  'CPI incent, 1k a day',
  'No credit card needed, incentives are paid daily',
  'For highly motivated users',
  'Users who are not motivated quit early',
  'No purchase necessary. Incent traffic only.',
  'Brand bidding is prohibited. Incentive traffic is fine.',
  'Incentive traffic allowed, but no VPN',
  'Restricted to incent traffic',
  'Incent erlaubt',
  'Incentive-Traffic ist erlaubt, Spam verboten',
  'Se permite tráfico incentivado',
  'Trafic incentivé autorisé',
  'Разрешён мотивированный трафик, запрещён адалт',
  'Мотив разрешен',
  'Tráfego incentivado é permitido',
  'Get a reward of 20 coins',
  'No reward if you uninstall the app',
  'Win an incentive trip',
  "Don't miss our incentivized offers",
  'Do not forget: incent cap is 100 a day',
  'No spam, no adult',
  'Reach level 10 in 7 days',
  '',
]

for (const sentence of forbidding) {
  test(`${JSON.stringify(sentence)} forbids rewards`, () => {
    assert.deepEqual(findForbidden([{ place: 'restrictions', text: sentence }]), {
      sentence,
      place: 'restrictions',
    })
  })
}

for (const sentence of harmless) {
  test(`${JSON.stringify(sentence)} forbids nothing`, () => {
    assert.equal(findForbidden([{ place: 'name', text: sentence }]), undefined)
  })
}

test('the sentence that forbids is found in the text that has it, and without its neighbours', () => {
  const found = findForbidden([
    { place: 'name', text: 'Bank lead' },
    { place: 'description', text: 'Open an account.\nUsers get 10 EUR. No incent traffic! New users only.' },
    { place: 'kpi', text: 'No incent' },
  ])
  assert.deepEqual(found, { sentence: 'No incent traffic!', place: 'description' })
})

test('an entry of a list under a heading that forbids is told with its heading', () => {
  const text =
    'Allowed:\n• Push\n• Incent\n\nNot allowed:\n• Adult\n• Incent traffic\nReach level 5 with your team'
  assert.deepEqual(findForbidden([{ place: 'description', text }]), {
    sentence: 'Not allowed: • Incent traffic',
    place: 'description',
  })
  const allowed = 'Prohibited:\n• Adult\nAllowed:\n• Incent'
  assert.equal(findForbidden([{ place: 'description', text: allowed }]), undefined)
})

for (const text of [
  `${'worda '.repeat(66)}no incent traffic`,
  `${'word '.repeat(78)}ab no incent traffic allowed here`,
  `${'x'.repeat(396)} No incent traffic`,
  `${'Open an account. '.repeat(5_000)}No incent traffic`,
  `${'Open an account, '.repeat(5_800)}no incent traffic`,
]) {
  test(`a ban behind ${text.length - 17} characters is found, and shown`, () => {
    const found = findForbidden([{ place: 'terms', text }])
    assert.match(found?.sentence ?? '', /no incent traffic/i)
    assert.ok((found?.sentence.length ?? 0) <= 300)
  })
}

test('a sentence is judged alike wherever it begins in a long one', () => {
  const within = (sentence: string, length: number): string =>
    `${'o'.repeat(length % 9)} ${'abcd '.repeat(length / 5)}– ${sentence}${' – abcd'.repeat(80)}`
  const isForbidden = (text: string): boolean => findForbidden([{ place: 'name', text }]) !== undefined
  for (const sentence of [...forbidding, ...harmless].filter((one) => !/[.!;]\s|:$/.test(one)))
    for (let length = 120; length < 530; length += 19) {
      const [long, short] = [within(sentence, length), within(sentence, 5)]
      assert.equal(isForbidden(long), isForbidden(short), `${length}: ${sentence}`)
    }
})

test('a line that ends in a colon may forbid as well', () => {
  const text = 'No incent traffic. Allowed traffic:\n• Email'
  assert.equal(findForbidden([{ place: 'name', text }])?.sentence, 'No incent traffic.')
})

test('a text beyond the limit is a doubt, and so is one of which a part was cut before', () => {
  const doubts = ['Its text is too long to be read whole.']
  const of = (length: number, isCut = false) =>
    tellUnread([
      { place: 'name', text: 'x' },
      { place: 'terms', text: 'x'.repeat(length), isCut },
    ])
  assert.deepEqual([of(judgedLengthMax), of(judgedLengthMax + 1), of(5, true)], [[], doubts, doubts])
})

test('many texts of one offer are judged up to a limit for all of them, and more is a doubt', () => {
  const text = 'x'.repeat(judgedLengthMax)
  const texts = Array.from({ length: judgedTotalMax / judgedLengthMax }, () => ({ place: 'kpi', text }))
  assert.deepEqual(tellUnread(texts), [])
  const more = [...texts, { place: 'description', text: 'No incent' }]
  assert.deepEqual(
    [findForbidden(more), tellUnread(more)],
    [undefined, ['Its text is too long to be read whole.']],
  )
})
