/** Pieces of grammars; repeated, one shows a reader whose time grows faster than its text. */
export const pieces = {
  blanks: [' ', '  \n', '\t', '\n', '\r\n', '\n \n', '\u00a0', '\u3000', '\u200b', '\ufeff', '\u2028'],
  markdown: [
    ...['a\n', 'a\n\n', '\\', '\\\n', 'a\n=\n', 'a\n-\n', 'a\n===\n\n', '# a\n', '#', '## A\n\n[^1]: b\n', '---\n'],
    ...['---\na: b\n---\n', '- ', '+ ', '1. ', '- a\n', '1. a\n', '- a\n\n', '* a\n  ', '- [ ] a\n', 'a\n- a\n'],
    ...['>', '> ', '> a\n', '> a\nb\n', '>- ', '>1. ', '```\n', '```a\n', '```chart\n{}\n```\n', '~~~\n', '`', '`a``'],
    ...['*', '*a', 'a*', '*a*', '**a', '**a*', 'a***', '*a_', '_a', '*a _b', '~a', '~~a'],
    ...[
      '[',
      '![',
      '[[',
      ']',
      '](',
      '[]',
      '[a](',
      '[a](b)',
      '[ (](',
      ']([\n',
      '[a][b]',
      '[a]: b\n',
      '[a]: <',
      '[a](b "',
    ],
    ...['[^', '[^a', '[^a]', '[^a]:', '[^a]: b\n', 'a.[^1]\n\n', '[^1]: a “b”\n', '[^1]: Query abcdef\n'],
    ...['<', '<>', '<a', '<a>', '<a b="', '<!--', '<!A', '<?', '<![CDATA[', '<div>\n', '<a@', '<http:'],
    ...['&', '&amp', '&amp;', '&#', '&#x', '|', '|a|\n', '|a|\n|-|\n', '|-|\n', 'a|b\n-|-\n', '\\|', '|\n|-\n'],
    ...['http://', 'http://a.b ', 'www.', 'www.a', 'a@', 'a@b.c', 'a.', 'a-', 'a.a.a@', 'xmpp:a@b '],
  ],
  mails: [
    ...[
      'to:\n',
      'from: a\n',
      'subject: a\n',
      'cc: a\n  b\n',
      'to: a\n \n',
      '-- \n',
      'Best,\n',
      'Kind regards\n',
      'Hello,\n',
    ],
    ...[
      'On 3 May, a wrote:\n',
      'am 3. Mai schrieb a:\n',
      'on a, a ',
      'a:\n',
      '__________\n',
      '-----Original Message-----\n',
    ],
    ...['Re: ', '[a] ', 'P.S. a\n', '> to:\n', 'client: ', 'Aa ', 'A & ', 'Aa and ', 'we are ', 'x@a-', 'www.a-'],
    ...['1) a?\n', 'please\n- a\n', '- a. ', '.', '- a...', 'by 3 May 2027 ', '2027-05-03 '],
  ],
  numbers: [
    ...[
      '1,',
      '1.',
      '1 ',
      '1,2',
      '1/',
      '1-',
      '1:',
      '12 % ',
      '12.5',
      '0',
      '１',
      '%',
      'EUR 12 million ',
      '€1 ',
      '$',
      '-1 ',
    ],
    ...[
      'one ',
      'one a b in ',
      'two thirds ',
      'half of ',
      'zwei ',
      'hundert',
      'einund',
      'vingt ',
      'million ',
      '二万',
      '万',
      '十',
    ],
    ...[
      '3 May 2027 ',
      '3.',
      '1.2.2027 ',
      'Mai ',
      'am 3. ',
      'Q1 ',
      'H1 2020 ',
      '2020/',
      '2020–',
      '年',
      'か月',
      '第',
      'FY',
    ],
    ...['(', ')', '(a', '1 + 1 = ', '1 + ', '= ', '=', '^', '×', 'a + b '],
  ],
  words: [
    ...[
      'a',
      'a ',
      'A ',
      'ab',
      'a-b',
      'a–b ',
      'A. ',
      'e.g. ',
      'z. B. ',
      'S.A.',
      'a.b.',
      'No. 1 ',
      'Figure 1 ',
      '1st ',
      '日',
    ],
    ...[
      'の',
      '。',
      '。」',
      'ก',
      '한',
      'é',
      'e\u0301',
      '\u0301',
      '\u00ad',
      '😀',
      '\ud83d',
      'ß',
      'İ',
      '…',
      '!',
      '?',
      ';',
      "'",
    ],
    ...['“', '“a” ', '„a“ ', '«', '« a » ', '»', '"', '"a" ', '’', '「', '「a」', '{', '[1,', '\u0000'],
  ],
} as const;

/** All pieces, each once. */
export const allPieces: readonly string[] = [...new Set(Object.values(pieces).flat())];

/** A reader whose time grows faster than its text. */
export interface Growth {
  piece: string;
  /** Sets the least time for the parts of a text one by one, and for the whole text, in milliseconds. */
  partsMs: number;
  wholeMs: number;
}

/** Twice the length costs at most 2.5 times as much, in three doublings. A square costs 64 times as much. */
const doublings = 3;
const parts = 2 ** doublings;
/** How much more the whole may cost than its parts: 1.95 times, and half more for caches. A square costs 8 times. */
const mostGrowth = (1.5 * 2.5 ** doublings) / parts;
/** Parts that take less time count as this much, because shorter times cannot be measured. */
const leastMs = 25;
/** Measurements of a text that seems to grow too fast. */
const mostMeasurements = 6;

/**
 * Returns the pieces of which twice the length costs more than 2.5 times as much: texts of `length` characters beside
 * eight parts. All results are kept, so that both fill the heap alike, and the least measurement counts.
 */
export async function findGrowth(
  read: (text: string) => unknown,
  texts: readonly string[],
  length: number,
): Promise<Growth[]> {
  const grown: Growth[] = [];
  for (const piece of texts) {
    const whole = [repeat(piece, length)];
    const growth = { piece, partsMs: Number.POSITIVE_INFINITY, wholeMs: Math.min(...(await measure(read, whole))) };
    if (growth.wholeMs <= leastMs * mostGrowth) continue;
    const short = Array<string>(parts).fill(repeat(piece, length / parts));
    for (let count = 0; count < mostMeasurements; count += 1) {
      if (count > 0) growth.wholeMs = Math.min(growth.wholeMs, ...(await measure(read, whole)));
      // The clock of processor time is coarse on some machines, so the elapsed time, which is never less, counts here.
      const [elapsedMs] = await measure(read, short);
      growth.partsMs = Math.min(growth.partsMs, elapsedMs);
      if (!growsTooFast(growth)) break;
    }
    if (growsTooFast(growth)) grown.push(growth);
  }
  return grown;
}

/** Returns a piece repeated to a length in characters, without half a character at its end. */
export const repeat = (piece: string, length: number): string =>
  piece
    .repeat(Math.ceil(length / piece.length))
    .slice(0, length)
    .toWellFormed();

const growsTooFast = ({ partsMs, wholeMs }: Growth) => wholeMs > mostGrowth * Math.max(partsMs, leastMs);

/** Returns the elapsed time of reading texts and the processor time, in milliseconds. */
async function measure(
  read: (text: string) => unknown,
  texts: readonly string[],
): Promise<[elapsedMs: number, processorMs: number]> {
  const [cpu, since] = [process.threadCpuUsage(), performance.now()];
  const results: unknown[] = [];
  for (const text of texts) results.push(await read(text));
  const elapsedMs = performance.now() - since;
  const { user, system } = process.threadCpuUsage(cpu);
  return [elapsedMs, (user + system) / 1_000];
}
