import type { Nodes, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import {
  autolink,
  codeText,
  htmlText,
  labelEnd,
  labelStartImage,
  labelStartLink,
  setextUnderline,
} from 'micromark-core-commonmark';
import { gfm } from 'micromark-extension-gfm';
import { combineExtensions } from 'micromark-util-combine-extensions';
import type {
  Construct,
  ConstructRecord,
  Effects,
  Extension,
  Resolver,
  State,
  TokenizeContext,
} from 'micromark-util-types';
import { emphasis, strikethroughSyntax } from './emphasis.ts';
import { formulaSyntax, formulaTree } from './formulas.ts';
import { pipeStandIn, readyTables, widenTable } from './tables.ts';

/**
 * Limits the marks of emphasis, links, code, formulas and tags in one paragraph or cell. Further
 * marks are text.
 */
const maxMarks = 1_000;

const marksOf = new WeakMap<TokenizeContext, { count: number; lastOffset: number }>();

function isWithin(context: TokenizeContext): boolean {
  const { offset } = context.now();
  const marks = marksOf.get(context) ?? { count: 0, lastOffset: -1 };
  if (offset > marks.lastOffset) marks.count += 1;
  marks.lastOffset = Math.max(marks.lastOffset, offset);
  marksOf.set(context, marks);
  return marks.count <= maxMarks;
}

/** Makes a construct fail after many marks of its paragraph, so that its mark becomes text. */
function bound(construct: Construct): Construct {
  const { tokenize, name = '' } = construct;
  return {
    ...construct,
    name: `bounded ${name}`,
    tokenize(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
      return isWithin(this) ? tokenize.call(this, effects, ok, nok) : nok;
    },
  };
}

/**
 * Resolves an underlined heading in its paragraph's events only: the parser would copy all earlier
 * events.
 */
const resolveUnderlined: Resolver = (events, context) => {
  const start = events.findLastIndex(([edge, { type }]) => edge === 'enter' && type === 'content');
  const resolved = setextUnderline.resolveTo?.(events.splice(start), context) ?? [];
  for (const event of resolved) events.push(event);
  return events;
};

const underlined: Construct = {
  ...setextUnderline,
  name: 'bounded setextUnderline',
  resolveTo: resolveUnderlined,
};
const code = (character: string): number => character.charCodeAt(0);

function boundAll(record: ConstructRecord | undefined): ConstructRecord {
  const entries = Object.entries(record ?? {}).map(([key, value]) => [
    key,
    [value ?? []].flat().map(bound),
  ]);
  return Object.fromEntries(entries) as ConstructRecord;
}

/** Constructs of the parser that bounded ones replace. */
const replaced = [
  'attention',
  ...[
    autolink,
    codeText,
    htmlText,
    labelEnd,
    labelStartImage,
    labelStartLink,
    setextUnderline,
  ].flatMap(({ name }) => name ?? []),
];

function withoutStrikethrough(extension: Extension): Extension {
  const { [code('~')]: _, ...text } = extension.text ?? {};
  const { insideSpan: _span, attentionMarkers: _markers, ...others } = extension;
  return { ...others, text };
}

const github = combineExtensions([
  withoutStrikethrough(combineExtensions([gfm()])),
  strikethroughSyntax,
  formulaSyntax,
]);

const bounded: Extension = {
  disable: { null: replaced },
  flow: { [code('=')]: underlined, [code('-')]: underlined },
  text: {
    [code('!')]: bound(labelStartImage),
    [code('*')]: bound(emphasis),
    [code('_')]: bound(emphasis),
    [code('<')]: [autolink, htmlText].map(bound),
    [code('[')]: bound(labelStartLink),
    [code(']')]: bound(labelEnd),
    [code('`')]: bound(codeText),
  },
};

/** The bounded constructs replace the parser's own. Those of GitHub come first. */
const syntax: Extension[] = [bounded, { ...github, text: boundAll(github.text) }];

/** The same without bare addresses, the search for which takes half of a parser's time. */
const addresslessSyntax: Extension[] = [
  bounded,
  withoutAddresses({ ...github, text: boundAll(github.text) }),
];

function withoutAddresses({ text, ...others }: Extension): Extension {
  const entries = Object.entries(text ?? {}).map(([character, constructs]) => [
    character,
    [constructs ?? []].flat().filter(({ name }) => !name?.endsWith('Autolink')),
  ]);
  return { ...others, text: Object.fromEntries(entries) };
}

/**
 * Without the search for addresses in the finished tree, which is quadratic for dots. The parser
 * finds them too.
 */
const treeExtensions = [
  ...gfmFromMarkdown().map(({ transforms: _, ...extension }) => extension),
  formulaTree,
];

/**
 * Reads markdown as the whole product reads it: GitHub's markdown with footnotes, and beyond that
 *
 * - only two tildes strike, and stars within calculations are text (`emphasis.ts`),
 * - formulas in LaTeX are text with the signs of Unicode (`formulas.ts`),
 * - no cell of a table is lost (`tables.ts`).
 *
 * Positions are those of `markdown`. The parser takes the square of long lists, deep nesting and
 * the like: `parseMarkdown` reads texts of any kind in linear time.
 * @param hasAddresses false reads bare addresses as text
 */
export function readTree(markdown: string, hasAddresses = true): Root {
  const ready = readyTables(markdown);
  const root = fromMarkdown(ready, {
    extensions: hasAddresses ? syntax : addresslessSyntax,
    mdastExtensions: treeExtensions,
  });
  finishTree(root, ready !== markdown);
  return root;
}

/** Makes formulas text and tables wide enough, and gives stand-ins their characters back. */
function finishTree(root: Root, hasStandIns: boolean): void {
  const pending: Nodes[] = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (hasStandIns) restorePipes(node);
    if (node.type === 'table') widenTable(node);
    if (!('children' in node)) continue;
    const { children }: { children: Nodes[] } = node;
    for (const [at, child] of children.entries()) {
      const text = toText(child);
      if (text !== null) children[at] = text;
      pending.push(children[at] ?? child);
    }
  }
}

/** Returns a formula as text, on lines of its own as a paragraph; null for other nodes. */
function toText(node: Nodes): Nodes | null {
  if ((node.type !== 'inlineCode' && node.type !== 'code') || node.data?.isFormula !== true)
    return null;
  const { value, position } = node;
  const place = position === undefined ? {} : { position };
  const text = { type: 'text', value, data: { isFormula: true }, ...place } as const;
  return node.type === 'inlineCode' ? text : { type: 'paragraph', children: [text], ...place };
}

/** Gives the texts of a node the pipes back that stood for characters. */
function restorePipes(node: Nodes): void {
  for (const [field, text] of Object.entries(node)) {
    if (typeof text === 'string' && text.includes(pipeStandIn)) {
      Object.assign(node, { [field]: text.replaceAll(pipeStandIn, '|') });
    }
  }
}
