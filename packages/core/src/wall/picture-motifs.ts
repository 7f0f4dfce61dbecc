/**
 * The middle of a drawn picture: shapes on 96 by 96. Their colours are letters: D deep, M middle, P pale,
 * W warm.
 */
export const motifs = {
  castle:
    '<path d="M20 78V42h7v7h7v-7h6V28h6v6h4v-6h6v14h6v7h7v-7h7v36z" fill="P"/><path d="M41 78V66a7 7 0 0 1 14 0v12zM28 56h5v8h-5zm35 0h5v8h-5zM45 42h6v9h-6z" fill="D"/><path d="M48 28V14l14 5-14 5" fill="W" stroke="P" stroke-width="2"/>',
  pad: '<path d="M30 34h36c14 0 20 34 10 38-8 3-10-10-18-10H38c-8 0-10 13-18 10-10-4-4-38 10-38z" fill="P"/><path d="M32 42v12m-6-6h12" stroke="D" stroke-width="5"/><circle cx="60" cy="52" r="4" fill="W"/><circle cx="68" cy="44" r="4" fill="D"/>',
  dice: '<rect x="22" y="34" width="36" height="36" rx="8" fill="P" transform="rotate(-8 40 52)"/><circle cx="31" cy="45" r="4" fill="D"/><circle cx="40" cy="52" r="4" fill="D"/><circle cx="49" cy="59" r="4" fill="D"/><rect x="54" y="26" width="24" height="24" rx="6" fill="W" transform="rotate(14 66 38)"/><circle cx="66" cy="38" r="4" fill="D"/>',
  gem: '<path d="M28 30h40l14 18-34 34-34-34z" fill="P"/><path d="M28 30l8 18 12-18 12 18 8-18M14 48h68M36 48l12 34 12-34" fill="none" stroke="M" stroke-width="2.500"/><path d="M36 48h24L48 82z" fill="W" opacity=".75"/>',
  rocket:
    '<path d="M48 12c14 10 18 28 14 46H34c-4-18 0-36 14-46z" fill="P"/><circle cx="48" cy="38" r="7" fill="M"/><path d="M34 46L22 62l12 2zm28 0l12 16-12 2z" fill="W"/><path d="M40 62h16l-8 22z" fill="W"/>',
  kraken:
    '<path d="M48 16c16 0 22 12 20 26-1 8 2 10 8 8 8-2 8 10 0 12-6 1-10-1-13-4 0 10 8 10 6 18-10 4-14-6-15-14h-2c0 8 2 16-4 20-6-4-4-12-4-20h-2c-1 8-5 18-15 14-2-8 6-8 6-18-3 3-7 5-13 4-8-2-8-14 0-12 6 2 9 0 8-8-2-14 4-26 20-26z" fill="P"/><circle cx="41" cy="40" r="4" fill="D"/><circle cx="55" cy="40" r="4" fill="D"/><path d="M43 50q5 4 10 0" stroke="D" stroke-width="2.500" fill="none"/>',
  pawn: '<circle cx="48" cy="30" r="12" fill="P"/><path d="M38 42h20l-4 6c0 10 4 16 10 22H32c6-6 10-12 10-22z" fill="P"/><path d="M26 70h44v10H26z" fill="W"/>',
  tree: '<path d="M44 56h8v26h-8z" fill="W"/><circle cx="48" cy="34" r="19" fill="P"/><circle cx="33" cy="46" r="13" fill="P"/><circle cx="63" cy="46" r="13" fill="P"/><circle cx="40" cy="34" r="4" fill="W"/><circle cx="58" cy="42" r="4" fill="W"/><circle cx="48" cy="24" r="3" fill="W"/>',
  car: '<path d="M14 62c0-10 6-12 14-13l8-13c2-3 4-4 8-4h14c4 0 6 1 9 4l9 13c6 1 8 4 8 13v4H14z" fill="P"/><path d="M38 38h9v11H31zm13 0h9l8 11H51z" fill="M"/><circle cx="31" cy="66" r="9" fill="D" stroke="W" stroke-width="4"/><circle cx="67" cy="66" r="9" fill="D" stroke="W" stroke-width="4"/>',
  cards:
    '<rect x="22" y="28" width="32" height="46" rx="5" fill="W" transform="rotate(-14 38 50)"/><rect x="40" y="24" width="34" height="48" rx="5" fill="P" transform="rotate(10 57 48)"/><path d="M57 36c8 8 12 12 12 17 0 6-7 7-9 3l1 7h-8l1-7c-2 4-9 3-9-3 0-5 4-9 12-17z" fill="D" transform="rotate(10 57 48)"/>',
  letters:
    '<rect x="16" y="32" width="30" height="30" rx="6" fill="P"/><rect x="50" y="36" width="30" height="30" rx="6" fill="W"/><path d="M25 56l6-17 6 17m-10-6h8" stroke="D" stroke-width="3.500" fill="none"/><path d="M60 60V43h6a4 4 0 0 1 0 8h-6 7a4.500 4.500 0 0 1 0 9z" stroke="D" stroke-width="3.500" fill="none"/>',
  train:
    '<path d="M30 18h36q8 0 8 8v34q0 10-10 10H32q-10 0-10-10V26q0-8 8-8z" fill="P"/><path d="M30 28h36v16H30z" fill="M"/><circle cx="34" cy="56" r="4" fill="W"/><circle cx="62" cy="56" r="4" fill="W"/><path d="M34 72L24 86m38-14l10 14M28 80h40" stroke="P" stroke-width="4"/>',
  phone:
    '<rect x="30" y="14" width="36" height="68" rx="8" fill="P"/><rect x="35" y="22" width="26" height="46" rx="3" fill="M"/><circle cx="48" cy="75" r="3" fill="D"/><path d="M50 30l-10 16h8l-2 14 10-17h-8z" fill="W"/>',
  tiles:
    '<rect x="22" y="22" width="24" height="24" rx="6" fill="P"/><rect x="50" y="22" width="24" height="24" rx="12" fill="W"/><rect x="22" y="50" width="24" height="24" rx="12" fill="W" opacity=".8"/><rect x="50" y="50" width="24" height="24" rx="6" fill="P"/>',
  bolt: '<circle cx="48" cy="48" r="30" fill="P"/><path d="M54 22L32 52h14l-6 24 24-32H49z" fill="W" stroke="D" stroke-width="2"/>',
  note: '<path d="M28 18h30l12 12v48H28z" fill="P"/><path d="M58 18v12h12z" fill="W"/><path d="M36 42h26M36 52h26M36 62h16" stroke="M" stroke-width="4"/>',
  book: '<path d="M48 28c-8-6-20-8-30-6v46c10-2 22 0 30 6 8-6 20-8 30-6V22c-10-2-22 0-30 6z" fill="P"/><path d="M48 28v46M26 34q8 0 14 3m-14 9q8 0 14 3" stroke="M" stroke-width="3" fill="none"/><path d="M60 22v24l6-5 6 5V21z" fill="W"/>',
  moon: '<path d="M58 16a34 34 0 1 0 22 46A30 30 0 0 1 58 16z" fill="P"/><path d="M66 34l2 5 5 1-4 4 1 5-4-3-5 3 1-5-4-4 6-1zM78 20l1 3 4 1-3 2v4l-3-2-3 1 1-3-2-3 3-1z" fill="W"/>',
  lantern:
    '<path d="M38 24a10 10 0 0 1 20 0" stroke="P" stroke-width="4" fill="none"/><path d="M32 24h32v8H32zm0 46h32v8H32z" fill="P"/><path d="M34 32h28v38H34z" fill="W"/><path d="M48 40c6 8 9 12 9 17a9 9 0 0 1-18 0c0-5 3-9 9-17z" fill="D"/>',
  cup: '<path d="M22 40h44v18a18 18 0 0 1-18 18h-8a18 18 0 0 1-18-18z" fill="P"/><path d="M66 46h5a8 8 0 0 1 0 16h-6" stroke="P" stroke-width="5" fill="none"/><path d="M34 32q-4-6 0-12m11 12q-4-6 0-12m11 12q-4-6 0-12" stroke="W" stroke-width="4" fill="none"/>',
  shirt:
    '<path d="M36 22q12 8 24 0l20 12-8 14-8-4v34H32V44l-8 4-8-14z" fill="P"/><path d="M48 34v40" stroke="M" stroke-width="2"/><circle cx="53" cy="44" r="2" fill="D"/><circle cx="53" cy="56" r="2" fill="D"/><path d="M36 22q12 14 24 0l-4-2q-8 5-16 0z" fill="W"/>',
  wheel:
    '<circle cx="48" cy="50" r="32" fill="P"/><path d="M48 50V18a32 32 0 0 1 28 16zm0 0l28 16a32 32 0 0 1-28 16zm0 0L20 66a32 32 0 0 1 0-32z" fill="W"/><circle cx="48" cy="50" r="7" fill="D"/><path d="M42 10h12l-6 14z" fill="D" stroke="P" stroke-width="2"/>',
  bag: '<path d="M26 36h44l5 44H21z" fill="P"/><path d="M36 44V32a12 12 0 0 1 24 0v12" stroke="W" stroke-width="5" fill="none"/>',
  gift: '<path d="M22 44h52v34H22z" fill="P"/><path d="M18 32h60v14H18z" fill="P" stroke="D" stroke-width="2"/><path d="M43 32h10v46H43z" fill="W"/><path d="M48 32c-16 0-20-16-9-16 6 0 9 8 9 16zm0 0c16 0 20-16 9-16-6 0-9 8-9 16z" fill="none" stroke="W" stroke-width="5"/>',
  tag: '<path d="M20 46l28-28h26v26L46 74q-4 4-8 0L20 54q-4-4 0-8z" fill="P"/><circle cx="63" cy="29" r="5" fill="D"/><path d="M36 54l14-14m-10 18l14-14" stroke="W" stroke-width="4"/>',
  clipboard:
    '<rect x="24" y="22" width="48" height="58" rx="6" fill="P"/><path d="M36 16h24v12H36z" fill="W"/><path d="M32 42l4 4 7-8m-11 20l4 4 7-8" stroke="M" stroke-width="4" fill="none"/><path d="M50 43h14M50 59h14" stroke="D" stroke-width="4"/>',
  bubble:
    '<path d="M18 24h50q6 0 6 6v24q0 6-6 6H44L30 74V60H18q-6 0-6-6V30q0-6 6-6z" fill="P"/><path d="M28 42l8 8 20-18" stroke="W" stroke-width="6" fill="none"/><path d="M78 40q6 0 6 6v18q0 6-6 6h-2v10l-10-10H54" fill="none" stroke="P" stroke-width="4"/>',
  bars: '<path d="M20 54h14v24H20zm42-14h14v38H62z" fill="P"/><path d="M41 26h14v52H41z" fill="W"/><path d="M16 80h64" stroke="P" stroke-width="4"/>',
  bank: '<path d="M14 38l34-20 34 20v6H14z" fill="P"/><path d="M22 48h9v22h-9zm21 0h10v22H43zm22 0h9v22h-9z" fill="P"/><path d="M16 72h64v8H16z" fill="W"/><circle cx="48" cy="33" r="4" fill="D"/>',
  chart:
    '<path d="M18 58h12v20H18zm18-10h12v30H36zm18 6h12v24H54zm18-20h10v44H72z" fill="P"/><path d="M18 48l20-14 16 8 26-24m0 0H68m12 0v12" stroke="W" stroke-width="5" fill="none"/>',
  coins:
    '<ellipse cx="38" cy="66" rx="22" ry="9" fill="W"/><path d="M16 56v10h44V56z" fill="W"/><ellipse cx="38" cy="56" rx="22" ry="9" fill="P"/><circle cx="62" cy="36" r="19" fill="P" stroke="D" stroke-width="3"/><circle cx="62" cy="36" r="10" fill="none" stroke="W" stroke-width="4"/>',
  cap: '<path d="M48 24l38 16-38 16-38-16z" fill="P"/><path d="M26 50v16q22 14 44 0V50l-22 9z" fill="P" opacity=".85"/><path d="M80 43v22" stroke="W" stroke-width="4"/><circle cx="80" cy="68" r="5" fill="W"/>',
  bulb: '<path d="M48 16a22 22 0 0 1 13 40v10H35V56a22 22 0 0 1 13-40z" fill="P"/><path d="M36 70h24m-20 8h16" stroke="W" stroke-width="5"/><path d="M40 42l8 6 8-6M48 48v16" stroke="M" stroke-width="3" fill="none"/>',
  heart:
    '<path d="M48 78C18 56 16 42 20 33c5-12 20-12 28 0 8-12 23-12 28 0 4 9 2 23-28 45z" fill="P"/><path d="M16 52h18l6-12 9 22 6-10h22" stroke="W" stroke-width="5" fill="none"/>',
  leaf: '<path d="M20 74C14 38 40 18 80 20c2 38-18 62-54 54z" fill="P"/><path d="M18 80L62 38M38 62V46m8 8h14" stroke="W" stroke-width="4" fill="none"/>',
  drop: '<path d="M48 14c16 20 24 30 24 42a24 24 0 0 1-48 0c0-12 8-22 24-42z" fill="P"/><path d="M34 56a14 14 0 0 0 14 14" stroke="W" stroke-width="5" fill="none"/>',
  plane:
    '<path d="M84 16L12 46l22 8 8 26 12-16 18 10z" fill="P"/><path d="M34 54l50-38-42 44v20z" fill="W"/>',
  suitcase:
    '<rect x="18" y="34" width="60" height="42" rx="7" fill="P"/><path d="M38 34v-8q0-4 4-4h12q4 0 4 4v8" stroke="P" stroke-width="5" fill="none"/><path d="M32 34v42m32-42v42" stroke="W" stroke-width="6"/>',
  globe:
    '<circle cx="48" cy="48" r="32" fill="P"/><path d="M48 16c-20 20-20 44 0 64 20-20 20-44 0-64zM16 48h64M22 32h52M22 64h52" fill="none" stroke="M" stroke-width="3"/><circle cx="64" cy="36" r="8" fill="W"/>',
  house:
    '<path d="M14 48l34-30 34 30" fill="none" stroke="W" stroke-width="7"/><path d="M24 44l24-20 24 20v36H24z" fill="P"/><path d="M42 80V60h14v20z" fill="M"/><path d="M32 50h9v9h-9zm24 0h9v9h-9z" fill="W"/>',
  film: '<rect x="16" y="26" width="64" height="46" rx="5" fill="P"/><path d="M22 32h6v6h-6zm0 14h6v6h-6zm0 14h6v6h-6zm46-28h6v6h-6zm0 14h6v6h-6zm0 14h6v6h-6z" fill="D"/><path d="M40 36v26l22-13z" fill="W"/>',
  play: '<circle cx="48" cy="48" r="32" fill="P"/><path d="M40 32v32l26-16z" fill="W"/>',
  vinyl:
    '<circle cx="44" cy="52" r="30" fill="P"/><circle cx="44" cy="52" r="20" fill="none" stroke="M" stroke-width="2"/><circle cx="44" cy="52" r="10" fill="W"/><circle cx="44" cy="52" r="3" fill="D"/><path d="M80 18v28L64 62" stroke="W" stroke-width="4" fill="none"/>',
  envelope:
    '<rect x="16" y="28" width="64" height="44" rx="6" fill="P"/><path d="M18 32l30 24 30-24" stroke="M" stroke-width="4" fill="none"/><circle cx="76" cy="28" r="10" fill="W"/>',
  ticket:
    '<path d="M16 34h64v10a7 7 0 0 0 0 14v10H16V58a7 7 0 0 0 0-14z" fill="P"/><path d="M60 38v26" stroke="M" stroke-width="3" stroke-dasharray="4 5"/><path d="M38 40l4 7 8 1-6 6 2 8-8-4-8 4 2-8-6-6 8-1z" fill="W"/>',
  briefcase:
    '<rect x="16" y="34" width="64" height="42" rx="6" fill="P"/><path d="M36 34v-8h24v8" stroke="P" stroke-width="6" fill="none"/><path d="M16 52h64" stroke="M" stroke-width="4"/><rect x="42" y="47" width="12" height="10" rx="2" fill="W"/>',
  invoice:
    '<path d="M26 16h44v64l-7-6-8 6-7-6-7 6-8-6-7 6z" fill="P"/><path d="M34 30h28M34 42h28M34 54h14" stroke="M" stroke-width="4"/><circle cx="60" cy="56" r="6" fill="W"/>',
  server:
    '<rect x="20" y="20" width="56" height="17" rx="4" fill="P"/><rect x="20" y="41" width="56" height="17" rx="4" fill="P"/><rect x="20" y="62" width="56" height="17" rx="4" fill="P"/><circle cx="30" cy="28.500" r="3.500" fill="W"/><circle cx="30" cy="49.500" r="3.500" fill="W"/><circle cx="30" cy="70.500" r="3.500" fill="M"/><path d="M44 28.500h22M44 49.500h22M44 70.500h22" stroke="M" stroke-width="3"/>',
  calendar:
    '<rect x="20" y="24" width="56" height="54" rx="6" fill="P"/><path d="M20 30q0-6 6-6h44q6 0 6 6v10H20z" fill="W"/><path d="M34 16v14m28-14v14" stroke="D" stroke-width="5"/><path d="M36 58l9 9 16-18" stroke="M" stroke-width="6" fill="none"/>',
  shield:
    '<path d="M48 14l30 10v22c0 18-12 30-30 38-18-8-30-20-30-38V24z" fill="P"/><path d="M48 22v54C33 69 25 59 25 46V29z" fill="M" opacity=".45"/><path d="M36 48l9 9 17-19" stroke="W" stroke-width="7" fill="none"/>',
  lock: '<rect x="24" y="42" width="48" height="38" rx="8" fill="P"/><path d="M34 42V30a14 14 0 0 1 28 0v12" stroke="P" stroke-width="7" fill="none"/><circle cx="48" cy="58" r="6" fill="W"/><path d="M48 60v12" stroke="W" stroke-width="5"/>',
  key: '<circle cx="34" cy="40" r="19" fill="P"/><circle cx="30" cy="36" r="7" fill="M"/><path d="M46 54l28 28m-8-8l8-8m-16 0l6-6" stroke="W" stroke-width="7"/>',
  hex: '<path d="M48 14l30 17v34L48 82 18 65V31z" fill="P"/><path d="M48 26l19 11v22L48 70 29 59V37z" fill="none" stroke="W" stroke-width="5"/><circle cx="48" cy="48" r="7" fill="D"/>',
  chain:
    '<path d="M40 56l-8 8a12 12 0 0 1-17-17l11-11a12 12 0 0 1 17 0M56 40l8-8a12 12 0 0 1 17 17L70 60a12 12 0 0 1-17 0" fill="none" stroke="P" stroke-width="8"/><path d="M38 58l20-20" stroke="W" stroke-width="8"/>',
  wallet:
    '<path d="M18 34q0-8 8-8h38v12h8q6 0 6 6v26q0 6-6 6H24q-6 0-6-6z" fill="P"/><path d="M58 50h20v14H58q-7 0-7-7t7-7z" fill="W"/><circle cx="60" cy="57" r="3" fill="D"/><path d="M24 34h40" stroke="M" stroke-width="3"/>',
} as const

export type MotifName = keyof typeof motifs
