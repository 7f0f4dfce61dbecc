import type { SchemeColours, WallFrame } from '../model.ts'

/** The neutral colours of both schemes, with the publisher's put beside them. */
const light =
  'color-scheme:light;--bg:#f7f8fa;--sf:#fff;--sk:#eef1f4;--tx:#16191d;--mu:#525b66;--ln:#dde2e8;--bd:#868f9b;--ok:#0e5a2d;--okb:#e3f5e9;--io:#1c4796;--iob:#e6eefe;--wa:#704700;--wab:#fff1d6;--da:#92201b;--dab:#fde8e7;--ne:#434b55;--neb:#eceff2;--r:12px'
const dark =
  'color-scheme:dark;--bg:#111418;--sf:#181c21;--sk:#0c0f12;--tx:#e9ecef;--mu:#a7b0ba;--ln:#2a3037;--bd:#6d7783;--ok:#8fdfac;--okb:#12301d;--io:#a9c6ff;--iob:#16284a;--wa:#f6cc7a;--wab:#38290c;--da:#ffb4ae;--dab:#421917;--ne:#c2c9d1;--neb:#272c32;--r:12px'

/** The variables of a page: one scheme where the publisher has chosen one, else both. Colours are checked by the server. */
export function themeStyle({ theme, colours }: Pick<WallFrame, 'theme' | 'colours'>): string {
  const ofLight = `:root{${light};${variables(colours.light)}}`
  const ofDark = `:root{${dark};${variables(colours.dark)}}`
  // A page that is open may be told to change: the attribute goes first.
  const byChoice = `:root[data-theme=light]{${light};${variables(colours.light)}}:root[data-theme=dark]{${dark};${variables(colours.dark)}}`
  if (theme === 'light') return ofLight + byChoice
  if (theme === 'dark') return ofDark + byChoice
  return `${ofLight}@media (prefers-color-scheme:dark){${ofDark}}${byChoice}`
}

function variables({ brand, on, ink, tint }: SchemeColours): string {
  return `--brand:${brand};--on:${on};--ink:${ink};--tint:${tint}`
}
