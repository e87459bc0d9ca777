import type { Citation, CitationState } from '@ecp/contract/values/citations';
import type { Figure } from '@ecp/contract/values/figures';
import { findLanguage } from '@ecp/language/detect-language';
import type { Language } from '@ecp/language/language';
import { type NumberStyle, readNumberStyle } from '@ecp/language/number-style';
import { readDates } from '@ecp/language/read-dates';
import type { TimeSlice } from '@ecp/semaphore/time-slice';
import { type ParsedDocument, parseDocument } from '../document/parse-document.ts';
import { type Claim, splitClaims } from '../document/split-claims.ts';
import { showPassage } from '../sources/passages.ts';
import { readRowFigures } from '../tables/sheet-table.ts';
import { readTyped, type TypedFigure } from '../values/typed-figure.ts';

/** Words of a label at most: a longer stretch tells a story and names no figure. */
const maxLabelWords = 8;
const worst: readonly CitationState[] = ['missing_source', 'altered', 'unsupported', 'uncited', 'computed', 'verified'];

/**
 * Reads the figures of a document for the ledger of its engagement (contract 10). A figure has a label if a row of a
 * table gives it one, or if its sentence names what it is before it: "Net sales were …". Figures without a label are
 * left out, because nothing tells whether another document gives the same.
 * @param checked the statements that the check returned for the same document
 */
export async function readFigures(
  markdown: string | ParsedDocument,
  checked: readonly Pick<Citation, 'claim' | 'state'>[],
  slice: TimeSlice,
): Promise<Figure[]> {
  const { blocks } = await parseDocument(markdown, slice);
  const text = blocks.map((block) => block.text).join('\n');
  const language = findLanguage(text) ?? 'en';
  const style = readNumberStyle(text, language);
  const states = Map.groupBy(checked, ({ claim }) => claim);
  const figures: Figure[] = [];
  const seen = new Set<string>();
  let section: string | null = null;
  for (const block of blocks) {
    if (slice.isUsedUp()) await slice.yieldToEventLoop();
    if (block.kind === 'heading') section = block.text.trim();
    if (block.kind === 'heading' || (block.kind === 'row' && block.columns === null)) continue;
    for (const claim of splitClaims(block)) {
      const found = states.get(showPassage(claim.sentence, 600)) ?? [];
      const state = worst.find((one) => found.some((statement) => statement.state === one)) ?? 'verified';
      for (const figure of readOwn(claim, style, language)) {
        const key = JSON.stringify([figure.label, figure.unit, figure.period, figure.value, section]);
        if (seen.has(key)) continue;
        seen.add(key);
        figures.push({ ...figure, section, state });
      }
    }
  }
  return figures;
}

function readOwn(
  { stretch, columns }: Claim,
  style: NumberStyle,
  language: Language,
): Omit<Figure, 'section' | 'state'>[] {
  const dates = readDates(stretch, language);
  const typed = columns === null ? readTyped(stretch, style) : readRowFigures(stretch, columns, style);
  const own = typed.filter(
    ({ kind, form, start }) =>
      kind !== 'year' && form === 'digits' && !dates.some((date) => start >= date.start && start < date.end),
  );
  return own.flatMap((figure, index) => {
    const label = figure.cell ? labelOfCell(figure) : labelOfSentence(stretch, figure, own[index - 1]);
    if (label === null) return [];
    const period = figure.period?.isSure ? figure.period.name : null;
    return [{ label, unit: figure.unit, period, value: figure.value, text: figure.shown }];
  });
}

function labelOfCell({ cell }: TypedFigure): string | null {
  const column = (cell?.column ?? '').replace(/[([（][^)\]）]*[)\]）]|(?:19|20)\d{2}/gu, '').trim();
  const label = [cell?.row ?? '', column].filter((part) => /\p{L}/u.test(part)).join(', ');
  return label === '' ? null : label;
}

const verb: Record<Language, RegExp> = {
  en: /\s(?:is|are|was|were|came to|comes to|amounted to|amounts to|reached|stood at|stands at|totalled|totals)\s/iu,
  de: /\s(?:ist|sind|war|waren|beträgt|betrug|betragen|betrugen|belief sich auf|beläuft sich auf|lag bei|liegt bei|erreichte|erreicht)\s/iu,
  fr: /\s(?:est|sont|était|étaient|est de|s['’]élève à|s['’]élevait à|atteint|a atteint|se monte à|représente)\s/iu,
  es: /\s(?:es|son|fue|fueron|era|eran|asciende a|ascendió a|alcanza|alcanzó|se sitúa en|suma|sumó)\s/iu,
  ja: /[はが]/u,
};
const filler =
  /^(?:in|en|im|for|für|pour|para|of|by|the|der|die|das|le|la|les|el|los|las|our|unser\p{L}*|notre|nuestr\p{L}*|a|an|ein|eine|un|une|una)\s+/iu;

/** "Net sales: EUR 4.8 million". A currency or hedge may stand between. */
const named = /^([^:：]{2,80})[:：]\s*(?:\S{1,12}\s+)?$/u;

/**
 * Returns the subject of a sentence whose first figure is what the subject is: "Net sales in 2024 were DKK 4,546
 * million".
 */
function labelOfSentence(sentence: string, figure: TypedFigure, previous: TypedFigure | undefined): string | null {
  if (previous) return null;
  const head = sentence.slice(0, figure.start);
  const subject = named.exec(head)?.[1] ?? subjectOf(head);
  if (subject === null) return null;
  let label = subject
    .trim()
    .replace(/^[^,]{0,24}(?:19|20)\d{2}[^,]{0,10},\s*/u, '')
    .replace(
      /\s*(?:in|im|en|for|für|del?|du)?\s*(?:the year\s|Jahr\s|l['’]année\s|año\s)?(?:19|20)\d{2}(?:年度?の?)?/giu,
      '',
    )
    .trim();
  for (let next = label.replace(filler, ''); next !== label; next = label.replace(filler, '')) label = next;
  const words = label.split(/\s+/).length;
  return label === '' || /[,;:。、()]/u.test(label) || words > maxLabelWords || !/\p{L}{2}/u.test(label) ? null : label;
}

/** Returns what stands before the verb, if only a hedge or a currency stands between the verb and the figure. */
function subjectOf(head: string): string | null {
  const language = (['ja', 'en', 'de', 'fr', 'es'] as const).find((one) => verb[one].test(head));
  const match = language === undefined ? null : verb[language].exec(head);
  if (match === null) return null;
  const rest = head.slice(match.index + match[0].length);
  return rest.split(/\s+/).filter(Boolean).length > 3 ? null : head.slice(0, match.index);
}
