import { sectionNumber } from '@ecp/markdown/sectioned-document';
import type { BlockContent, DefinitionContent, List, Paragraph, RootContent } from 'mdast';
import { toString as plainText } from 'mdast-util-to-string';
import type {
  ReportChart,
  ReportChartPicture,
  ReportChartProblem,
} from '../reports/report-types.ts';
import { fillWords, type TeamWords } from '../reports/team-words.ts';
import {
  breakLongRuns,
  buildInlines,
  cleanLine,
  cleanText,
  footnoteKey,
  rightToLeftLanguage,
} from './build-inlines.ts';
import { joinExhibits, joinPageOne } from './build-page-one.ts';
import { buildTable } from './build-table.ts';
import {
  type Block,
  createContext,
  type DocumentContext,
  type DocumentSetting,
  type DocumentTree,
  type FootnoteMark,
  type Inline,
  type ListItem,
  type NoteBlock,
} from './document-tree.ts';
import { isComment, parseMarkdown } from './parse-markdown.ts';

export interface DocumentPlace {
  /** Level of its highest headings. */
  topLevel: number;
  /** Its title if it does not open with one. */
  title: string;
  /** True if its headings get numbers of the report in place of their own. */
  isNumbered: boolean;
}

/**
 * Turns markdown into data for templates. An opening first-level heading becomes the title; others
 * are renumbered from `topLevel` without gaps (PDF/UA). Too deep a document is printed as source.
 */
export function buildDocument(
  markdown: string,
  place: DocumentPlace,
  setting: DocumentSetting,
): DocumentTree {
  try {
    return layOut(cleanText(markdown), place, setting);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return {
      heading: null,
      offline: false,
      blocks: [
        { t: 'note', v: setting.words.tooDeep },
        { t: 'code', v: cleanText(markdown), lang: null },
      ],
      notes: [],
      footnotes: [],
    };
  }
}

/** Depth of a footnote's text, so that its lists and quotes are laid out as nested ones. */
const footnoteDepth = 3;

function layOut(markdown: string, place: DocumentPlace, setting: DocumentSetting): DocumentTree {
  const { root, frontMatter } = parseMarkdown(markdown, setting.words.tableCut);
  const content = root.children.filter((node) => !isComment(node));
  const [first] = content;
  const heading =
    first?.type === 'heading' && first.depth === 1 ? cleanLine(plainText(first)) || null : null;
  const body = heading === null ? content : content.slice(1);
  const context = createContext(root, setting);
  const text = repeats(body[0], heading ?? place.title) ? body.slice(1) : body;
  const blocks = renumberHeadings(buildBlocks(text, context, 0), place.topLevel);
  const numbered = place.isNumbered ? dropOwnNumbers(blocks, place.topLevel) : blocks;
  return {
    heading,
    offline: isOffline(frontMatter),
    blocks: markLeads(groupSideways(joinPageOne(joinExhibits(numbered)))),
    notes: buildNotes(context),
    footnotes: [...context.footnoteNumbers.keys()],
  };
}

/**
 * Builds the notes in the order of their numbers. A note that only another note calls comes after
 * those of the text.
 */
function buildNotes(context: DocumentContext): NoteBlock[] {
  const notes: NoteBlock[] = [];
  // The map grows while its notes are built.
  for (const [identifier, n] of context.footnoteNumbers) {
    const children = context.footnotes.get(identifier)?.children ?? [];
    const c = withMark(
      buildBlocks(children, context, footnoteDepth),
      context.marks.get(identifier),
    );
    notes.push({ key: footnoteKey(identifier, context), n, c });
  }
  return notes;
}

/** Puts the mark on the note's last line, or on a new line if that is not running text. */
function withMark(blocks: Block[], mark: FootnoteMark | undefined): Block[] {
  if (!mark) return blocks;
  const last = blocks.at(-1);
  if (last?.t !== 'para') return [...blocks, { t: 'para', c: [mark] }];
  return [...blocks.slice(0, -1), { ...last, c: [...last.c, { t: 'run', v: '  ' }, mark] }];
}

/** Tells whether a heading or a line of its own says the title again. */
function repeats(node: RootContent | undefined, title: string): boolean {
  if (node?.type !== 'heading' && node?.type !== 'paragraph') return false;
  const fold = (text: string) =>
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
  return fold(title) !== '' && fold(plainText(node)) === fold(title);
}

/**
 * Marks paragraphs that end with a colon before a list, a table, a chart or code, which stays on
 * their page.
 */
function markLeads(blocks: Block[]): Block[] {
  const announced = new Set(['list', 'table', 'exhibit', 'chart', 'code', 'quote']);
  return blocks.map((block, index) => {
    if (block.t !== 'para' || !announced.has(blocks[index + 1]?.t ?? '')) return block;
    const last = block.c.findLast((inline) => inline.t === 'run');
    return last && /[:：]\s*$/.test(last.v) ? { ...block, leads: true } : block;
  });
}

/**
 * The offline model marks what it wrote or revised. This is printed, whatever else is in the front
 * matter.
 */
function isOffline(frontMatter: Record<string, unknown>): boolean {
  return frontMatter['offline'] === true || frontMatter['revisedOffline'] === true;
}

function renumberHeadings(blocks: Block[], topLevel: number): Block[] {
  const open: number[] = [];
  return blocks.map((block) => {
    if (block.t !== 'heading') return block;
    while ((open.at(-1) ?? 0) >= block.level) open.pop();
    open.push(block.level);
    return { ...block, level: Math.min(topLevel + open.length - 1, 6) };
  });
}

/**
 * Puts wide tables on landscape pages, shared by consecutive ones. Works only for blocks directly
 * on the page.
 */
function groupSideways(blocks: Block[]): Block[] {
  const grouped: Block[] = [];
  for (const block of blocks) {
    const last = grouped.at(-1);
    if (block.t !== 'table' || !block.landscape) grouped.push(block);
    else if (last?.t === 'sideways') last.c.push(block);
    else grouped.push({ t: 'sideways', c: [block] });
  }
  return grouped;
}

type BlockNode = RootContent | BlockContent | DefinitionContent;

/** Deepest nesting of quotes and lists. Deeper ones are merged into their surroundings. */
const deepest = 6;
const deepestQuote = 3;

/**
 * Turns block nodes into the template's blocks. `depth` counts the quotes and lists around them.
 */
function buildBlocks(nodes: BlockNode[], context: DocumentContext, depth: number): Block[] {
  return nodes.flatMap((node) => buildBlock(node, context, depth));
}

function buildBlock(node: BlockNode, context: DocumentContext, depth: number): Block[] {
  switch (node.type) {
    case 'heading': {
      const c = buildInlines(node.children, { ...context, withoutFootnotes: true });
      const plain = cleanLine(plainText(node));
      if (plain === '') return [];
      if (depth > 0)
        return [
          {
            t: 'para',
            c: c.map((inline) => (inline.t === 'run' ? { ...inline, b: true } : inline)),
          },
        ];
      return [{ t: 'heading', level: node.depth, c, plain, ...languageOf(plain) }];
    }
    case 'paragraph':
      return buildParagraph(node, context);
    case 'code':
      if (node.lang === 'chart') return [buildChart(node.value, context)];
      return [{ t: 'code', v: breakCode(node.value), lang: codeLanguage(node.lang, node.value) }];
    case 'html':
      return isComment(node) ? [] : [{ t: 'code', v: breakCode(node.value), lang: null }];
    case 'blockquote': {
      const c = buildBlocks(node.children, context, depth + 1);
      return depth >= deepestQuote || c.length === 0 ? c : [{ t: 'quote', c }];
    }
    case 'list':
      return buildList(node, context, depth);
    case 'table':
      return buildTable(node, context);
    case 'thematicBreak':
      return [{ t: 'rule' }];
  }
  return [];
}

function buildParagraph(node: Paragraph, context: DocumentContext): Block[] {
  const c = buildInlines(node.children, context);
  const [only] = c;
  if (c.length === 1 && only?.t === 'img')
    return [{ t: 'image', path: only.path, alt: only.alt, widthPt: only.widthPt }];
  return c.length === 0 ? [] : [{ t: 'para', c, ...languageOf(plainText(node)) }];
}

function buildList(node: List, context: DocumentContext, depth: number): Block[] {
  const items: ListItem[] = node.children.map((item) => ({
    checked: item.checked ?? null,
    c: buildBlocks(item.children, context, depth + 1),
  }));
  const start = Math.min(node.start ?? 1, 1_000_000_000);
  if (depth >= deepest)
    return items.flatMap(({ c }, index) =>
      withMarker(c, node.ordered ? `${start + index}. ` : '• '),
    );
  const tight = !(node.spread ?? false) && node.children.every(({ spread }) => !(spread ?? false));
  return [
    {
      t: 'list',
      ordered: node.ordered ?? false,
      start,
      tight,
      items,
      ...languageOf(plainText(node)),
    },
  ];
}

function withMarker(blocks: Block[], marker: string): Block[] {
  const [first, ...rest] = blocks;
  if (first?.t !== 'para') return blocks;
  const sign: Inline = { t: 'run', v: marker };
  return [{ ...first, c: [sign, ...first.c] }, ...rest];
}

function languageOf(text: string): { rtl?: string } {
  const rtl = rightToLeftLanguage(text);
  return rtl === undefined ? {} : { rtl };
}

/**
 * Returns the language only for code of moderate length, because colouring costs far more than
 * setting the text.
 */
function codeLanguage(lang: string | null | undefined, code: string): string | null {
  return code.length <= 20_000 && lang && /^[\w+#-]{1,20}$/.test(lang) ? lang.toLowerCase() : null;
}

function breakCode(code: string): string {
  return breakLongRuns(code.replaceAll('\t', '    '), 60, 20);
}

/**
 * Limits the text of a query below its chart, in characters. The appendix of queries has the rest.
 */
const maxSqlLength = 1_200;
/** Digits of a result's hash that a reader compares. */
const shownHashLength = 12;

/**
 * Returns a key of a chart's block, the same before and after the document is cleaned and parsed.
 */
export function chartKey(source: string): string {
  return cleanText(source).trim();
}

/** Turns the block of a chart into its picture, or into a note that says why there is none. */
function buildChart(source: string, { charts, images, isInternal, words }: DocumentContext): Block {
  const chart = charts.get(chartKey(source));
  if (chart === undefined || 'problem' in chart.outcome) {
    const problem =
      chart === undefined || !('problem' in chart.outcome) ? 'unreadable' : chart.outcome.problem;
    return explain(chart, isInternal ? problem : null, words);
  }
  const { picture } = chart.outcome;
  const image = images.addChart(picture.svg);
  if (image === null) return explain(chart, isInternal ? 'too_many' : null, words);
  const title = cleanLine(chart.title ?? '');
  const alt = cleanLine(`${title}. ${picture.description}`);
  const { path, widthPt } = image;
  return {
    t: 'chart',
    title,
    path,
    alt,
    widthPt,
    ...describeQuery(picture.query, isInternal, words),
  };
}

/** Says that a chart is not shown, and why if there is a problem to tell. */
function explain(
  chart: ReportChart | undefined,
  problem: ReportChartProblem | null,
  words: TeamWords,
): Block {
  const title = cleanLine(chart?.title ?? '');
  const name = title === '' ? words.chart : fillWords(words.namedChart, { title });
  const said = fillWords(words.isNotShown, { chart: name });
  return {
    t: 'note',
    v: problem === null ? `${said}.` : `${said}: ${words.chartProblems[problem]}.`,
  };
}

/**
 * A client reads the query's title; its statement, id and result's hash are for who runs it again.
 */
function describeQuery(
  { id, title, sql, resultHash }: ReportChartPicture['query'],
  isInternal: boolean,
  words: TeamWords,
): { query: string; sql: string } {
  if (!isInternal) return { query: cleanLine(title ?? ''), sql: '' };
  const name = [fillWords(words.query, { id }), ...(title === null ? [] : [cleanLine(title)])].join(
    ', ',
  );
  const record = `${name}. SHA-256 ${resultHash.slice(0, shownHashLength)}`;
  const text = cleanText(sql).trim();
  const shown =
    text.length > maxSqlLength ? `${text.slice(0, maxSqlLength)}…`.toWellFormed() : text;
  return {
    query: record,
    sql: breakLongRuns(shown.replaceAll('\t', '  '), 60, 20),
  };
}

type Heading = Extract<Block, { t: 'heading' }>;

/**
 * Drops an author's section numbers where the report numbers: if each section at `topLevel` has
 * one, also below.
 */
function dropOwnNumbers(blocks: Block[], topLevel: number): Block[] {
  const sections = blocks.filter(
    (block) => block.t === 'heading' && block.level === topLevel,
  ) as Heading[];
  if (sections.length === 0 || !sections.every(({ plain }) => sectionNumber.test(plain)))
    return blocks;
  return blocks.map((block) => (block.t === 'heading' ? withoutNumber(block) : block));
}

function withoutNumber(heading: Heading): Heading {
  const [first, ...rest] = heading.c;
  if (first?.t !== 'run' || !sectionNumber.test(first.v)) return heading;
  const text = first.v.replace(sectionNumber, '');
  const c = text === '' ? rest : [{ ...first, v: text }, ...rest];
  return { ...heading, c, plain: heading.plain.replace(sectionNumber, '') };
}
