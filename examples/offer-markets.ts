/** Where offers run: countries that are bought together, what they pay, and how they say it. */
export interface Market {
  readonly countries: readonly string[]
  /** How many of a hundred restricted offers run here. */
  readonly share: number
  /** Percent of the category's payout. */
  readonly payoutPercent: number
  /** A sentence of welcome and a task in the market's language; English markets use the category's own. */
  readonly local: { readonly pitch: string; readonly task: string } | null
}

export const markets: readonly Market[] = [
  { countries: ['US'], share: 17, payoutPercent: 100, local: null },
  { countries: ['US', 'CA', 'GB', 'AU', 'NZ', 'IE'], share: 14, payoutPercent: 85, local: null },
  { countries: ['GB', 'IE'], share: 7, payoutPercent: 80, local: null },
  {
    countries: ['DE', 'AT', 'CH', 'LI', 'LU'],
    share: 10,
    payoutPercent: 85,
    local: {
      pitch: 'Ohne Vertragsbindung, mit echten Menschen am Telefon.',
      task: 'Anmelden und {n} Tage nutzen.',
    },
  },
  {
    countries: ['FR', 'BE', 'CH', 'LU', 'MC'],
    share: 8,
    payoutPercent: 75,
    local: {
      pitch: 'Clair, soigné, résiliable en un geste.',
      task: 'Inscription confirmée, puis {n} utilisations.',
    },
  },
  {
    countries: ['ES', 'MX', 'AR', 'CO', 'CL', 'PE', 'UY', 'EC', 'BO', 'PY'],
    share: 8,
    payoutPercent: 45,
    local: { pitch: 'Sin letra pequeña y sin prisas.', task: 'Regístrate y completa {n} pasos.' },
  },
  {
    countries: ['BR', 'PT', 'AO', 'MZ'],
    share: 6,
    payoutPercent: 35,
    local: { pitch: 'Simples, leve e em bom português.', task: 'Cadastre-se e use por {n} dias.' },
  },
  {
    countries: ['JP'],
    share: 4,
    payoutPercent: 90,
    local: { pitch: '通勤の合間に、静かに楽しめます。', task: '登録後、{n}日以内に条件を達成。' },
  },
  {
    countries: ['KR'],
    share: 3,
    payoutPercent: 80,
    local: { pitch: '하루 5분이면 충분합니다.', task: '설치 후 {n}일 안에 목표 달성.' },
  },
  {
    countries: ['SE', 'NO', 'DK', 'FI', 'IS'],
    share: 4,
    payoutPercent: 90,
    local: { pitch: 'Tydligt pris, tyst app.', task: 'Slutför {n} steg inom två veckor.' },
  },
  {
    countries: ['PL', 'CZ', 'SK', 'HU', 'RO', 'BG', 'HR', 'SI', 'LT', 'LV', 'EE'],
    share: 4,
    payoutPercent: 40,
    local: { pitch: 'Bez gwiazdek i drobnego druku.', task: 'Załóż konto i wykonaj {n} zadań.' },
  },
  {
    countries: ['NL', 'BE'],
    share: 3,
    payoutPercent: 75,
    local: { pitch: 'Gewoon goed, zonder gedoe.', task: 'Meld je aan en rond {n} stappen af.' },
  },
  {
    countries: ['IT', 'SM', 'MT'],
    share: 3,
    payoutPercent: 65,
    local: { pitch: 'Curato, chiaro, italiano.', task: 'Registrati e completa {n} passaggi.' },
  },
  {
    countries: ['SA', 'AE', 'KW', 'QA', 'BH', 'OM', 'EG', 'JO', 'MA', 'DZ', 'TN', 'IQ'],
    share: 4,
    payoutPercent: 55,
    local: { pitch: 'بسيط وواضح وبلا رسوم خفية.', task: 'سجّل وأكمل {n} خطوات.' },
  },
  {
    countries: ['TR', 'AZ', 'CY'],
    share: 2,
    payoutPercent: 30,
    local: { pitch: 'Kolay, hızlı ve çay molasına uygun.', task: 'Üye ol ve {n} gün kullan.' },
  },
  {
    countries: ['IN', 'NP', 'BD', 'LK', 'PK'],
    share: 3,
    payoutPercent: 15,
    local: { pitch: 'आसान, हल्का और कम डेटा में चलने वाला।', task: 'साइन अप करें और {n} काम पूरे करें।' },
  },
  {
    countries: ['VN', 'TH', 'ID', 'MY', 'PH', 'LA', 'KH'],
    share: 3,
    payoutPercent: 18,
    local: { pitch: 'Nhẹ, nhanh, dùng được cả khi mạng yếu.', task: 'Đăng ký và hoàn thành {n} nhiệm vụ.' },
  },
  {
    countries: ['KZ', 'UZ', 'KG', 'AM', 'GE', 'MD'],
    share: 2,
    payoutPercent: 22,
    local: {
      pitch: 'Без лишних кнопок и мелкого шрифта.',
      task: 'Зарегистрироваться и выполнить {n} заданий.',
    },
  },
  {
    countries: ['NG', 'GH', 'KE', 'TZ', 'UG', 'RW', 'ZA', 'NA', 'BW', 'CM'],
    share: 3,
    payoutPercent: 18,
    local: null,
  },
]
