/**
 * Which countries a time zone of the IANA database is used in, after its files zone.tab, zone1970.tab and
 * backward (public domain, 2026c) and CLDR: `DE Europe: Berlin Busingen` means that a device in Germany may
 * report either. Old names stand beside new ones, since browsers report both; a zone that several countries
 * share stands with each.
 */
const zonesByCountry = `
  AD Europe: Andorra; AE Asia: Dubai; AF Asia: Kabul; AG America: Antigua Puerto_Rico Virgin; AI America:
  Anguilla Puerto_Rico Virgin; AL Europe: Tirane; AM Asia: Yerevan; AO Africa: Lagos Luanda; AQ Antarctica:
  Casey Davis DumontDUrville Mawson McMurdo Palmer Rothera South_Pole Syowa Troll Vostok Asia: Riyadh
  Singapore Pacific: Auckland Port_Moresby Yap; AR America: Argentina/Buenos_Aires Argentina/Catamarca
  Argentina/ComodRivadavia Argentina/Cordoba Argentina/Jujuy Argentina/La_Rioja Argentina/Mendoza
  Argentina/Rio_Gallegos Argentina/Salta Argentina/San_Juan Argentina/San_Luis Argentina/Tucuman
  Argentina/Ushuaia Buenos_Aires Catamarca Cordoba Jujuy Mendoza Rosario; AS Pacific: Pago_Pago Samoa US:
  Samoa; AT Europe: Vienna; AU Antarctica: Macquarie Asia: Tokyo Australia: ACT Adelaide Brisbane
  Broken_Hill Canberra Currie Darwin Eucla Hobart LHI Lindeman Lord_Howe Melbourne NSW North Perth
  Queensland South Sydney Tasmania Victoria West Yancowinna; AW America: Aruba Puerto_Rico Virgin; AX
  Europe: Helsinki Mariehamn; AZ Asia: Baku; BA Europe: Belgrade Sarajevo; BB America: Barbados; BD Asia:
  Dacca Dhaka; BE Europe: Brussels; BF Africa: Abidjan Ouagadougou Timbuktu; BG Europe: Sofia; BH Asia:
  Bahrain Qatar; BI Africa: Bujumbura Maputo; BJ Africa: Lagos Porto-Novo; BL America: Puerto_Rico
  St_Barthelemy Virgin; BM Atlantic: Bermuda; BN Asia: Brunei Kuching; BO America: La_Paz; BQ America:
  Kralendijk Puerto_Rico Virgin; BR America: Araguaina Bahia Belem Boa_Vista Campo_Grande Cuiaba Eirunepe
  Fortaleza Maceio Manaus Noronha Porto_Acre Porto_Velho Recife Rio_Branco Santarem Sao_Paulo Brazil: Acre
  DeNoronha East West; BS America: Montreal Nassau Nipigon Thunder_Bay Toronto Canada: Eastern; BT Asia:
  Thimbu Thimphu; BW Africa: Gaborone Maputo; BY Europe: Minsk; BZ America: Belize; CA America: Atikokan
  Blanc-Sablon Cambridge_Bay Coral_Harbour Creston Dawson Dawson_Creek Edmonton Fort_Nelson Glace_Bay
  Goose_Bay Halifax Inuvik Iqaluit Moncton Montreal Nipigon Panama Pangnirtung Phoenix Puerto_Rico
  Rainy_River Rankin_Inlet Regina Resolute St_Johns Swift_Current Thunder_Bay Toronto Vancouver Virgin
  Whitehorse Winnipeg Yellowknife Canada: Atlantic Central Eastern Mountain Newfoundland Pacific
  Saskatchewan Yukon US: Arizona; CC Asia: Yangon Indian: Cocos; CD Africa: Kinshasa Lagos Lubumbashi
  Maputo; CF Africa: Bangui Lagos; CG Africa: Brazzaville Lagos; CH Europe: Zurich; CI Africa: Abidjan
  Timbuktu; CK Pacific: Rarotonga; CL America: Coyhaique Punta_Arenas Santiago Chile: Continental
  EasterIsland Pacific: Easter; CM Africa: Douala Lagos; CN Asia: Chongqing Chungking Harbin Kashgar
  Shanghai Urumqi; CO America: Bogota; CR America: Costa_Rica; CU America: Havana; CV Atlantic: Cape_Verde;
  CW America: Curacao Puerto_Rico Virgin; CX Asia: Bangkok Indian: Christmas; CY Asia: Famagusta Nicosia
  Europe: Nicosia; CZ Europe: Prague; DE Atlantic: Jan_Mayen Europe: Berlin Busingen Zurich; DJ Africa:
  Djibouti Nairobi; DK Atlantic: Jan_Mayen Europe: Berlin Copenhagen; DM America: Dominica Puerto_Rico
  Virgin; DO America: Santo_Domingo; DZ Africa: Algiers; EC America: Guayaquil Pacific: Galapagos; EE
  Europe: Tallinn; EG Africa: Cairo; EH Africa: El_Aaiun; ER Africa: Asmara Asmera Nairobi; ES Africa:
  Ceuta Atlantic: Canary Europe: Madrid; ET Africa: Addis_Ababa Nairobi; FI Europe: Helsinki; FJ Pacific:
  Fiji; FK Atlantic: Stanley; FM Pacific: Chuuk Guadalcanal Kosrae Pohnpei Ponape Port_Moresby Truk Yap; FO
  Atlantic: Faeroe Faroe; FR Europe: Paris; GA Africa: Lagos Libreville; GB Europe: Belfast London; GD
  America: Grenada Puerto_Rico Virgin; GE Asia: Tbilisi; GF America: Cayenne; GG Europe: Belfast Guernsey
  London; GH Africa: Abidjan Accra Timbuktu; GI Europe: Gibraltar; GL America: Danmarkshavn Godthab Nuuk
  Scoresbysund Thule; GM Africa: Abidjan Banjul Timbuktu; GN Africa: Abidjan Conakry Timbuktu; GP America:
  Guadeloupe Puerto_Rico Virgin; GQ Africa: Lagos Malabo; GR Europe: Athens; GS Atlantic: South_Georgia; GT
  America: Guatemala; GU Pacific: Guam; GW Africa: Bissau; GY America: Guyana; HK Asia: Hong_Kong; HN
  America: Tegucigalpa; HR Europe: Belgrade Zagreb; HT America: Port-au-Prince; HU Europe: Budapest; ID
  Asia: Jakarta Jayapura Makassar Pontianak Ujung_Pandang; IE Europe: Dublin; IL Asia: Jerusalem Tel_Aviv;
  IM Europe: Belfast Isle_of_Man London; IN Asia: Calcutta Kolkata; IO Indian: Chagos; IQ Asia: Baghdad; IR
  Asia: Tehran; IS Africa: Abidjan Timbuktu Atlantic: Reykjavik; IT Europe: Rome; JE Europe: Belfast Jersey
  London; JM America: Jamaica; JO Asia: Amman; JP Asia: Tokyo; KE Africa: Nairobi; KG Asia: Bishkek; KH
  Asia: Bangkok Phnom_Penh; KI Pacific: Enderbury Kanton Kiritimati Tarawa; KM Africa: Nairobi Indian:
  Comoro; KN America: Puerto_Rico St_Kitts Virgin; KP Asia: Pyongyang; KR Asia: Seoul; KW Asia: Kuwait
  Riyadh; KY America: Cayman Panama; KZ Asia: Almaty Aqtau Aqtobe Atyrau Oral Qostanay Qyzylorda; LA Asia:
  Bangkok Vientiane; LB Asia: Beirut; LC America: Puerto_Rico St_Lucia Virgin; LI Europe: Vaduz Zurich; LK
  Asia: Colombo; LR Africa: Monrovia; LS Africa: Johannesburg Maseru; LT Europe: Vilnius; LU Europe:
  Brussels Luxembourg; LV Europe: Riga; LY Africa: Tripoli; MA Africa: Casablanca; MC Europe: Monaco Paris;
  MD Europe: Chisinau Tiraspol; ME Europe: Belgrade Podgorica; MF America: Marigot Puerto_Rico Virgin; MG
  Africa: Nairobi Indian: Antananarivo; MH Pacific: Kwajalein Majuro Tarawa; MK Europe: Belgrade Skopje; ML
  Africa: Abidjan Bamako Timbuktu; MM Asia: Rangoon Yangon; MN Asia: Choibalsan Hovd Ulaanbaatar
  Ulan_Bator; MO Asia: Macao Macau; MP Pacific: Guam Saipan; MQ America: Martinique; MR Africa: Abidjan
  Nouakchott Timbuktu; MS America: Montserrat Puerto_Rico Virgin; MT Europe: Malta; MU Indian: Mauritius;
  MV Indian: Maldives; MW Africa: Blantyre Maputo; MX America: Bahia_Banderas Cancun Chihuahua
  Ciudad_Juarez Ensenada Hermosillo Matamoros Mazatlan Merida Mexico_City Monterrey Ojinaga Santa_Isabel
  Tijuana Mexico: BajaNorte BajaSur General; MY Asia: Kuala_Lumpur Kuching Singapore; MZ Africa: Maputo; NA
  Africa: Windhoek; NC Pacific: Noumea; NE Africa: Lagos Niamey; NF Pacific: Norfolk; NG Africa: Lagos; NI
  America: Managua; NL Europe: Amsterdam Brussels; NO Atlantic: Jan_Mayen Europe: Berlin Oslo; NP Asia:
  Kathmandu Katmandu; NR Pacific: Nauru; NU Pacific: Niue; NZ Antarctica: South_Pole Pacific: Auckland
  Chatham; OM Asia: Dubai Muscat; PA America: Panama; PE America: Lima; PF Pacific: Gambier Marquesas
  Tahiti; PG Pacific: Bougainville Port_Moresby Yap; PH Asia: Manila; PK Asia: Karachi; PL Europe: Warsaw;
  PM America: Miquelon; PN Pacific: Pitcairn; PR America: Puerto_Rico Virgin; PS Asia: Gaza Hebron; PT
  Atlantic: Azores Madeira Europe: Lisbon; PW Pacific: Palau; PY America: Asuncion; QA Asia: Qatar; RE
  Asia: Dubai Indian: Reunion; RO Europe: Bucharest; RS Europe: Belgrade; RU Asia: Anadyr Barnaul Chita
  Irkutsk Kamchatka Khandyga Krasnoyarsk Magadan Novokuznetsk Novosibirsk Omsk Sakhalin Srednekolymsk Tomsk
  Ust-Nera Vladivostok Yakutsk Yekaterinburg Europe: Astrakhan Kaliningrad Kirov Moscow Samara Saratov
  Simferopol Ulyanovsk Volgograd; RW Africa: Kigali Maputo; SA Asia: Riyadh; SB Pacific: Guadalcanal; SC
  Asia: Dubai Indian: Mahe; SD Africa: Khartoum; SE Atlantic: Jan_Mayen Europe: Berlin Stockholm; SG Asia:
  Singapore; SH Africa: Abidjan Timbuktu Atlantic: St_Helena; SI Europe: Belgrade Ljubljana; SJ Arctic:
  Longyearbyen Atlantic: Jan_Mayen Europe: Berlin; SK Europe: Bratislava Prague; SL Africa: Abidjan
  Freetown Timbuktu; SM Europe: Rome San_Marino; SN Africa: Abidjan Dakar Timbuktu; SO Africa: Mogadishu
  Nairobi; SR America: Paramaribo; SS Africa: Juba; ST Africa: Sao_Tome; SV America: El_Salvador; SX
  America: Lower_Princes Puerto_Rico Virgin; SY Asia: Damascus; SZ Africa: Johannesburg Mbabane; TC
  America: Grand_Turk; TD Africa: Ndjamena; TF Asia: Dubai Indian: Kerguelen Maldives; TG Africa: Abidjan
  Lome Timbuktu; TH Asia: Bangkok; TJ Asia: Dushanbe; TK Pacific: Fakaofo; TL Asia: Dili; TM Asia: Ashgabat
  Ashkhabad; TN Africa: Tunis; TO Pacific: Tongatapu; TR Asia: Istanbul Europe: Istanbul; TT America:
  Port_of_Spain Puerto_Rico Virgin; TV Pacific: Funafuti Tarawa; TW Asia: Taipei; TZ Africa: Dar_es_Salaam
  Nairobi; UA Europe: Kiev Kyiv Simferopol Uzhgorod Zaporozhye; UG Africa: Kampala Nairobi; UM Pacific:
  Midway Pago_Pago Samoa Tarawa Wake US: Samoa; US America: Adak Anchorage Atka Boise Chicago Denver
  Detroit Fort_Wayne Indiana/Indianapolis Indiana/Knox Indiana/Marengo Indiana/Petersburg Indiana/Tell_City
  Indiana/Vevay Indiana/Vincennes Indiana/Winamac Indianapolis Juneau Kentucky/Louisville
  Kentucky/Monticello Knox_IN Los_Angeles Louisville Menominee Metlakatla New_York Nome North_Dakota/Beulah
  North_Dakota/Center North_Dakota/New_Salem Phoenix Shiprock Sitka Yakutat Pacific: Honolulu Johnston US:
  Alaska Aleutian Arizona Central East-Indiana Eastern Hawaii Indiana-Starke Michigan Mountain Pacific; UY
  America: Montevideo; UZ Asia: Samarkand Tashkent; VA Europe: Rome Vatican; VC America: Puerto_Rico
  St_Vincent Virgin; VE America: Caracas; VG America: Puerto_Rico Tortola Virgin; VI America: Puerto_Rico
  St_Thomas Virgin; VN Asia: Bangkok Ho_Chi_Minh Saigon; VU Pacific: Efate; WF Pacific: Tarawa Wallis; WS
  Pacific: Apia; YE Asia: Aden Riyadh; YT Africa: Nairobi Indian: Mayotte; ZA Africa: Johannesburg; ZM
  Africa: Lusaka Maputo; ZW Africa: Harare Maputo
`

/** Fits every country: what browsers report that hide the zone, and what servers are set to. */
const universal: ReadonlySet<string> = new Set(
  ['UTC', 'UCT', 'GMT', 'Universal', 'Zulu', 'Greenwich', 'GMT0', 'GMT+0', 'GMT-0'].flatMap((name) => [
    name,
    `Etc/${name}`,
  ]),
)

const countriesByZone = readTable()

/** Whether a zone is the universal time: no place on earth, so that it says nothing of a country. */
export function isUniversalTime(timezone: string): boolean {
  return universal.has(timezone)
}

/** ISO codes of the countries that use a zone; undefined for a zone that no country is known for. */
export function countriesOfTimezone(timezone: string): readonly string[] | undefined {
  return countriesByZone.get(timezone)
}

const hoursByCountry = new Map<string, number | undefined>()

/**
 * How many hours most of a country is ahead of universal time, halfway between its winter and summer: the middle one of
 * its zones. Undefined for no country.
 */
export function hoursAheadIn(country: string): number | undefined {
  if (hoursByCountry.has(country)) return hoursByCountry.get(country)
  const zones = [...countriesByZone].filter(([, countries]) => countries.includes(country))
  const hours = zones.map(([zone]) => hoursAhead(zone)).filter((known) => known !== undefined)
  const middle = hours.sort((a, b) => a - b)[hours.length >> 1]
  hoursByCountry.set(country, middle)
  return middle
}

const winterMs = Date.UTC(2026, 0, 15, 12)
const summerMs = Date.UTC(2026, 6, 15, 12)

/** Undefined for a zone that this version of Node does not know. */
function hoursAhead(timeZone: string): number | undefined {
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
    const [winter, summer] = [winterMs, summerMs].map((ms) => {
      const name = format.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value ?? ''
      const [, sign, hour = '0', minute = '0'] = /GMT(?:([+-])(\d{2}):(\d{2}))?/.exec(name) ?? []
      return (sign === '-' ? -1 : 1) * (Number(hour) + Number(minute) / 60)
    })
    return ((winter ?? 0) + (summer ?? 0)) / 2
  } catch {
    return undefined
  }
}

function readTable(): ReadonlyMap<string, readonly string[]> {
  const table = new Map<string, string[]>()
  for (const row of zonesByCountry.split(';')) {
    const [country = '', ...words] = row.trim().split(/\s+/)
    let region = ''
    for (const word of words) {
      if (word.endsWith(':')) {
        region = word.slice(0, -1)
        continue
      }
      const zone = `${region}/${word}`
      table.set(zone, [...(table.get(zone) ?? []), country])
    }
  }
  return table
}
