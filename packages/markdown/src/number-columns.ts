/** Longer cells are text, whatever they begin with. */
const longestFigure = 32;

const gap = String.raw`[\s\u00a0\u202f]?`;
const digits = String.raw`\p{Nd}(?:[\p{Nd}.,'’\u00a0\u202f ]*\p{Nd})?`;
/** Signs, brackets and currencies before a figure: `≈ €`, `(−`, `US$ `, `CHF `. */
const before = String.raw`(?:[^\p{L}\p{N}]{0,4}|[A-Z]{2,3}[.$]?${gap}[+−–-]?)`;
const words = [
  ...[
    'percent',
    'per cent',
    'Prozent',
    'pour cent',
    'por ciento',
    'percentage points',
    'points?',
    'pp',
    'pts?',
    'bps?',
  ],
  ...[
    'k',
    'm',
    'mn',
    'bn',
    'tn',
    'x',
    'thousand',
    'million',
    'billion',
    'Tsd\\.',
    'Mio\\.',
    'Mrd\\.',
    'Md',
    'M',
    'mil',
  ],
  ...[
    'millions?',
    'millones',
    'milliards?',
    'kg',
    'g',
    't',
    'km',
    'm²',
    'kWh',
    'MWh',
    'GWh',
    'FTE',
    'h',
    'hrs?',
    'min',
  ],
  ...['hours?', 'days?', 'weeks?', 'months?', 'years?', 'Stunden?', 'Tagen?', 'Tage', 'Wochen?', 'Monate?', 'Jahre?'],
  ...['heures?', 'jours?', 'semaines?', 'mois', 'ans?', 'horas?', 'días?', 'semanas?', 'mes(?:es)?', 'años?'],
  ...[
    '時間',
    '日',
    '週間?',
    'か月',
    'ヶ月',
    '年',
    '円',
    '万円',
    '百万円',
    '億円',
    '千円',
    '件',
    '人',
    '台',
    '[A-Z]{3}',
  ],
].join('|');
const unit = `${gap}(?:[%‰％€£$¥°]|(?:${words})(?:${gap}[€£$¥])?)`;
const amount = `${before}${digits}(?:${unit})?`;
const range = String.raw`\s?(?:[–—〜~-]|to|bis|à|a|und|and)\s?`;

const figure = new RegExp(`^${amount}(?:${range}${amount})?[^\\p{L}\\p{N}]{0,3}$`, 'u');
/** Says that there is no figure. */
const absent = /^(?:|[–—−-]|…|n\/a|n\.a\.|k\. ?A\.)$/iu;
/** Years, dates' parts and running numbers: a first column of them names its rows. */
const rowNumber = /^\p{Nd}{1,4}[.)]?$/u;

/** Tells whether a cell is a figure as reports write them: with sign, currency, separators, unit or as a range. */
function isFigure(cell: string): boolean {
  return cell.length <= longestFigure && figure.test(cell);
}

/**
 * Tells which columns of a table hold figures, so that a page and a printed document align them alike. `rows` are the
 * texts of the cells below the head. A column has at least one figure, and otherwise only signs for absent ones. The
 * first column names the rows: whole numbers of up to four digits do not count there.
 */
export function findNumberColumns(rows: readonly (readonly string[])[], count: number): boolean[] {
  return Array.from({ length: count }, (_, column) => {
    const cells = rows.map((row) => (row[column] ?? '').trim()).filter((cell) => !absent.test(cell));
    if (cells.length === 0 || !cells.every(isFigure)) return false;
    return column > 0 || !cells.every((cell) => rowNumber.test(cell));
  });
}
