/**
 * Patterns over sentences in lower case without accents, so that `tráfico` is `trafico` and `запрещён` is `запрещен`. Each
 * is tried on short texts, and none has a repetition inside a repetition over the same characters.
 */

/** A name for rewarded traffic; most languages have borrowed the word. */
const incentive = [
  String.raw`incent\p{L}*`,
  String.raw`insentiv\p{L}*`,
  String.raw`inzentiv\p{L}*`,
  `motivated(?=[^.]{0,40}(?:traffic|users?|installs?|sources?))`,
  `motivated traffic`,
  String.raw`motiviert\p{L}*(?= (?:traffic|besuch|nutzer))`,
  `(?:trafico|trafego|traffico|trafic|traffic) (?:motivado|motive|motivato)`,
  `motiv[- ]traffic`,
  `reward(?:ed|s)? (?:traffic|users?|installs?|sites?|sources?)`,
  `get[- ]paid[- ]to`,
  `gpt (?:sites?|traffic|offers?)`,
  `paid[- ]to[- ]click`,
  `incit(?:atif|ative|ation|e|ee)s?`,
  String.raw`anreiz\p{L}*`,
  String.raw`мотив(?:а|у|ом|ныи|ированн\p{L}*|ации|ациеи)?`,
  String.raw`инсент\p{L}*`,
  String.raw`инцент\p{L}*`,
].join('|')

const start = String.raw`(?<![\p{L}\p{N}])`
const end = String.raw`(?![\p{L}\p{N}])`
const INC = `${start}(?:${incentive})${end}`

/** Words for traffic and what stands around it, which change nothing. */
const small = `(?:${[
  String.raw`traffic|trafico|trafic|trafego|traffico|trafik|трафик\p{L}*|users?|nutzer|usuarios?|installs?|sources?`,
  `any|all|kinds?|forms?|types?|tipos?|sorts?|of|use|using|paid|fake|bots?|adult|other|such|as|our|your|the|a|an`,
  String.raw`de|du|des|par|con|com|mit|von|that|which|is|are|or|and|promot\p{L}*|campaigns?|offers?|ads?|tipo|type|allowed`,
].join('|')})`

const NOT = `(?:${[
  String.raw`no|not|non|without|never|zero|kein\p{L}*|nicht|ohne|sin|ningun\p{L}*|nada de|sans|pas d'|pas de|aucun`,
  `sem|nao|nenhum|nessun|senza|bez|без|нет|не|никакого`,
].join('|')})`

const FORBID = `(?:${[
  String.raw`prohib\p{L}*|forbid\p{L}*|banned|disallow\p{L}*|unacceptable|restricted(?! to)|rejected|exclud\p{L}*|scrubbed|no[- ]go`,
  String.raw`verboten\p{L}*|untersagt|ausgeschlossen|unzulassig|interdi[ts]\p{L}*|proib\p{L}*|запрещ\p{L}*|запрет\p{L}*|нельзя|vietat\p{L}*`,
  String.raw`zabronion\p{L}*|zakazan\p{L}*`,
].join('|')})`

const ALLOW = `(?:${[
  String.raw`allow\p{L}*|accept\p{L}*|permi[ts]\p{L}*|authori\p{L}*|welcome|fine|ok|okay|paid|pay|pays|payable|erlaubt|gestattet|zulassig|zugelassen`,
  String.raw`autori[sz]\p{L}*|admit\p{L}*|acept\p{L}*|aceit\p{L}*|разреш\p{L}*|допуска\p{L}*|принима\p{L}*|consentit\p{L}*`,
].join('|')})`

const NEVER = String.raw`(?:not|never|cannot|\p{L}+n't|nicht|no|pas|nao|не|non)`

/** Words between the entries of a list; `No adult, spam or incent` forbids all three. */
const joint = `(?: ?[,/&|+] ?| (?:or|and|nor|und|oder|y|o|ni|et|ou|e|и|или) )`
const listed = String.raw`(?!(?:or|and|nor|und|oder|y|o|ni|et|ou|e|и|или|only|but|except|restrictions?|limits?|caps?|approvals?|problems?|issues?|need)${end})[\p{L}\p{N}'-]+`
const list = `(?:(?:${NOT} )?${listed}(?: ${listed}){0,3}${joint}){0,8}`
/** Behind a list the word must end its entry: `No card needed, incentives are paid daily` forbids nothing. */
const tail = String.raw`(?= *(?:$|[,;/|&+.!)\]:]|(?:${small}|only|on|or|and|nor|und|oder|y|o|ni|et|ou|e|и|или)${end}))`

/** The deeds that rules about traffic forbid. */
const verbs = `(?:${[
  'use|run|send|promote|allow|accept|permit|offer|employ|drive|mix|buy|include|deliver|be|contain|involve|provide|give|given',
  'receive|get|take|place|advertise|motivate|apply|generate|bring|supply|push|work with',
].join('|')})`

const nay = `(?:no payments?|no payouts?|no|non|none|nope|not|false|0|nein|нет|nao|❌|🚫|⛔|✖|✗|✘)`

function pattern(source: string): RegExp {
  return new RegExp(source, 'gu')
}

/** Phrases that speak of incentives and forbid none. They are taken out of a sentence before it is judged. */
export const harmless: readonly RegExp[] = [
  // No incentive restrictions.
  `${start}no (?:\\p{L}+ )?${INC}(?: traffic)? (?:restrictions?|limits?|limitations?|caps?|rules?|fees?|beschrankung\\p{L}*)`,
  // No incentive needed.
  `${start}no ${INC} (?:is |are )?(?:needed|required|necessary)`,
  // No restrictions on incent.
  `${start}(?:no|without|sin|ohne|kein\\p{L}*|sans) (?:\\p{L}+ ){0,2}(?:restri\\p{L}+|limit\\p{L}*|caps?|problems?|issues?|rules?|beschrankung\\p{L}*) (?:on|for|with|to|of|about|regarding|para|fur|pour) (?:\\p{L}+ ){0,2}${INC}`,
  // No prior approval for incent needed.
  `${start}(?:no|not|without) (?:\\p{L}+ ){0,3}(?:approvals?|permission|confirmation|need|reason|whitelisting) (?:\\p{L}+ ){0,3}(?:for|to|of) (?:\\p{L}+ ){0,3}${INC}`,
  `${INC}(?: \\p{L}+){0,2} (?:needs|requires|without) no (?:\\p{L}+ )?(?:approval|permission|confirmation)`,
  // Not non-incent, not only incent.
  `${start}not (?:\\p{L}+ )?(?:non[- ]?)${INC.replace(start, '')}`,
  `${start}not (?:just|only|limited to|exclusively) ${INC}`,
  `${start}non[- ]?(?:${incentive})${end}(?: \\p{L}+){0,2} (?:not|\\p{L}+n't) (?:allowed|needed|required|accepted|necessary)`,
  // Incent and non-incent.
  `${INC}(?: traffic)? ?(?:and|&|/|or|\\+|,|und|y|et|e|и|as well as) ?(?:also )?(?:non|no)[- ]?(?:${incentive})${end}`,
  `${start}(?:non|no)[- ]?(?:${incentive})${end}(?: traffic)? ?(?:and|&|/|or|\\+|,|as well as) ?(?:also )?${INC}`,
  // Incent is not prohibited; we do not prohibit incent.
  `${INC}(?: ${small}){0,3} ${NEVER} (?:\\p{L}+ )?${FORBID}`,
  `${start}${NEVER} (?:prohibit|forbid|ban|restrict|exclude|block|reject)\\p{L}* (?:\\p{L}+ ){0,2}${INC}`,
  // Everything is prohibited except incent.
  `(?:${FORBID}|${NEVER} ${ALLOW})[^.]{0,40}${start}(?:except|but|besides|apart from|ausser|кроме)${end}[^.]{0,20}${INC}`,
  // Incentive traffic is allowed; it begins its part of the sentence.
  `(?:^|[,;:(.–—-]|${start}(?:but|and|aber|pero|mais|mas|но)) ?${INC}(?:[ -](?:${small}|is|are|ist|sind|esta|est|e|sao|also|fully|100%)){0,4} ${ALLOW}${end}(?! ?[:=?–—-]+ ?${nay})`,
  // Allowed: display, incent.
  `(?<!${NEVER} (?:\\p{L}+ )?)${start}${ALLOW}(?: (?:${small}|only)){0,3} ?:? ?(?:[\\p{L} ]{1,30}, ?){0,6}(?:(?:and|or|und|y|et|e|и) )?(?:${small} ){0,2}${INC}`,
].map(pattern)

/** Phrases that forbid them. */
export const forbidding: readonly RegExp[] = [
  // No incent, non-incent, kein Incent, sin incentivo, без мотива.
  `${start}${NOT}(?:[\\s-]+|(?<='))(?:${small} ){0,4}${INC}`,
  `${start}(?:non|no|не|un)(?:${incentive})${end}`,
  // No adult, spam or incent traffic.
  `${start}${NOT}(?:[\\s-]+|(?<='))${list}(?:${small} ){0,3}${INC}${tail}`,
  // Incentive traffic is not allowed; tráfico incentivado prohibido.
  `${INC}[^.]{0,80}?${start}(?:${FORBID}|${NEVER}[^,;.]{0,25}?${start}${ALLOW})${end}`,
  // Prohibited: incent; we do not accept incentive traffic; не допускается мотив.
  `${start}(?:${FORBID}|${NEVER} (?:\\p{L}+ ){0,2}${ALLOW}|restrictions? ?:)${end}[^.]{0,100}${INC}`,
  `${start}(?:do not|don't|must not|may not|cannot|can't|shall not|never|should not) (?:${verbs} (?:${small} |to )*){0,3}${INC}`,
  // Incent: no.
  `${INC}(?: ${small}){0,2}(?: ${ALLOW})? ?[:=?–—-]+ ?${nay}(?= *(?:$|[.,;)|/!]))`,
  `${INC}(?: ${small}){0,2} ?[❌🚫⛔✖✗✘]`,
  `[❌🚫⛔✖✗✘]\\p{M}? ?(?:${small} )?${INC}`,
  // All traffic except incent.
  `${start}(?:except|excluding|excl|other than|ausser|excepto|salvo|sauf|exceto|кроме|besides|apart from)${end}[^.]{0,30}${INC}`,
].map(pattern)

/** A heading under which a list says what is forbidden. */
export const forbiddingHeading = pattern(
  `${start}(?:${FORBID}|${NEVER} (?:\\p{L}+ )?${ALLOW}|restrictions?|restricciones|einschrankungen)${end}`,
)
