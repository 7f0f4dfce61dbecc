import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findMacro, type MacroName, macroNames, vocabulary } from './vocabulary.ts'

/** The names that destination URLs of the trade use. */
const inTheField = `click_id clickid transaction_id tid subid aff_click_id user_id sub1 sub2
  sub3 sub4 sub5 sub6 sub7 sub8 aff_sub aff_sub2 aff_sub3 aff_sub4 aff_sub5 s1 s2 s3 s4 s5 subid1 subid2
  subid3 subid4 subid5 source source_id offer_id offer_name goal_id event_id campaign_id creative_id
  affiliate_id aff_id pid publisher_id app_id advertiser_id offer_url_id tracking_id payout
  payout_amount revenue cost currency ip user_agent ua os os_version device_type device_model
  device_brand browser browser_version idfa gaid google_aid android_id country country_code geo region
  city isp connection_type language timestamp date datetime rand random referer domain unique_click`.split(
  /\s+/,
)

test('every macro name that the field uses is known', () => {
  assert.deepEqual(
    inTheField.filter((name) => findMacro(name) === undefined),
    [],
  )
})

test('no spelling stands for two macros', () => {
  for (const name of macroNames) {
    for (const written of [name, ...vocabulary[name].aliases]) assert.equal(findMacro(written), name, written)
  }
})

const readAs: [string, MacroName | undefined][] = [
  ['clickId', 'click_id'],
  ['CLICK-ID', 'click_id'],
  ['sub_id', 'click_id'],
  ['sub_id_1', 'sub1'],
  ['aff_sub', 'sub1'],
  ['S3', 'sub3'],
  ['userID', 'user_id'],
  ['GEO', 'country'],
  ['sub9', undefined],
  ['', undefined],
  ['__proto__', undefined],
  ['constructor', undefined],
]

for (const [written, name] of readAs) {
  test(`{${written}} is ${name ?? 'no macro'}`, () => assert.equal(findMacro(written), name))
}
