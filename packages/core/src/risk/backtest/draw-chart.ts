import type { Figures } from './metrics.ts'

const size = 420
const margin = 50
const plot = size - 2 * margin

/** A reliability diagram as SVG: what was said against what was; circles as large as their share of users. */
export function drawChart(figures: Figures, title: string): string {
  const x = (value: number): number => round(margin + value * plot)
  const y = (value: number): number => round(size - margin - value * plot)
  const ticks = [0, 0.25, 0.5, 0.75, 1].flatMap((tick) => [
    `<text x="${x(tick)}" y="${size - margin + 18}" text-anchor="middle">${tick * 100}</text>`,
    `<text x="${margin - 8}" y="${y(tick) + 4}" text-anchor="end">${tick * 100}</text>`,
    `<path d="M${x(tick)} ${y(0)}V${y(1)}M${x(0)} ${y(tick)}H${x(1)}" stroke="#ddd"/>`,
  ])
  const bins = figures.calibration.filter(({ users }) => users > 0)
  const points = bins.map(({ said, was, users }) => {
    const radius = round(3 + 12 * Math.sqrt(users / figures.users))
    const note = `${users} users, said ${percent(said)}, was ${percent(was)}`
    return `<circle cx="${x(said)}" cy="${y(was)}" r="${radius}" fill="#2563eb" fill-opacity="0.6"><title>${note}</title></circle>`
  })
  const line = bins.map(({ said, was }) => `${x(said)},${y(was)}`).join(' ')
  const summary = `AUC ${figures.auc.toFixed(3)}, ECE ${figures.ece.toFixed(3)}, Brier ${figures.brier.toFixed(3)}`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" font-family="sans-serif" font-size="12">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${size}" height="${size}" fill="#fff"/>`,
    `<text x="${margin}" y="20" font-size="14">${escaped(title)}</text>`,
    `<text x="${margin}" y="38" fill="#555">${summary}</text>`,
    ...ticks,
    `<path d="M${x(0)} ${y(0)}L${x(1)} ${y(1)}" stroke="#999" stroke-dasharray="4 4"/>`,
    `<polyline points="${line}" fill="none" stroke="#2563eb"/>`,
    ...points,
    `<text x="${size / 2}" y="${size - 10}" text-anchor="middle">score: probability of fraud, %</text>`,
    `<text x="14" y="${size / 2}" text-anchor="middle" transform="rotate(-90 14 ${size / 2})">share of fraud, %</text>`,
    '</svg>',
    '',
  ].join('\n')
}

function percent(value: number): string {
  return `${(100 * value).toFixed(1)} %`
}

function round(value: number): number {
  return Number(value.toFixed(1))
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
