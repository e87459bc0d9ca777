import { detectLanguage } from '@ecp/language/detect-language';
import type { Language } from '@ecp/language/language';
import { pageOneTexts } from '@ecp/language/page-one-texts';
import { missingOnPageOne } from '@ecp/markdown/page-one';
import { frontMatterOf } from '@ecp/markdown/sectioned-document';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { fenceAfter } from '../agents/prompts/prompt-sections.ts';

/**
 * Removes from a model's text what Postgres cannot store: U+0000 is deleted, a lone surrogate
 * becomes U+FFFD.
 */
export function sanitizeText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/**
 * Applies `clean` to every text of a structured answer, including its keys. The shape stays the
 * same.
 */
export function sanitizeAnswer(
  value: unknown,
  clean: (text: string) => string = sanitizeText,
): unknown {
  if (typeof value === 'string') return clean(value);
  if (Array.isArray(value)) return value.map((item) => sanitizeAnswer(item, clean));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [clean(key), sanitizeAnswer(item, clean)]),
  );
}

/** The last line of a truncated document, for its readers. */
export const truncationNotes: Record<Language, string> = {
  en: "> This document was cut at the model's output limit; run the task again with a narrower description.",
  de: '> Dieses Dokument bricht an der Ausgabegrenze des Modells ab. Bitte starten Sie die Aufgabe mit einer engeren Beschreibung neu.',
  fr: '> Ce document s’interrompt à la limite de sortie du modèle ; veuillez relancer la tâche avec une description plus restreinte.',
  es: '> Este documento se interrumpe en el límite de salida del modelo; vuelva a ejecutar la tarea con una descripción más acotada.',
  ja: '> この文書はモデルの出力上限で途切れています。説明を絞り込んで、タスクを再実行してください。',
};

const truncationIssues: Record<Language, string> = {
  en: "The draft was cut at the model's output limit: write a shorter document that is complete.",
  de: 'Der Entwurf bricht an der Ausgabegrenze des Modells ab: Schreiben Sie ein kürzeres, vollständiges Dokument.',
  fr: 'Le projet s’interrompt à la limite de sortie du modèle : rédigez un document plus court et complet.',
  es: 'El borrador se interrumpe en el límite de salida del modelo: redacte un documento más corto y completo.',
  ja: '原稿がモデルの出力上限で途切れています。より短く、完結した文書を書いてください。',
};

/**
 * Returns the issue that the revision of a truncated draft must resolve, in the draft's language.
 */
export const truncationIssueOf = ({ content }: WrittenText): string =>
  truncationIssues[detectLanguage(content)];

/**
 * Returns the issue that the revision of a deciding paper must resolve: what its first page lacks.
 * Returns null for a whole one, and for an evidence pack, which decides nothing.
 */
export function pageOneIssueOf({ content }: WrittenText): string | null {
  const isPack = /^offline: true[ \t]*$/m.test(frontMatterOf(content));
  const missing = isPack ? [] : missingOnPageOne(content);
  if (missing.length === 0) return null;
  const texts = pageOneTexts[detectLanguage(content)];
  const named = missing.map((part) => {
    if (part === 'exhibit')
      return 'one exhibit (a chart, or a table with its takeaway in bold above and its source below)';
    return part === 'figures'
      ? `“**${texts.figures}:**” with a list of exactly three figures`
      : `“**${texts[part]}:**”`;
  });
  return `Page one, between the title and the first heading, lacks ${named.join(', ')}: add what is missing, and shorten elsewhere.`;
}

export interface WrittenText {
  content: string;
  cut: boolean;
}

/**
 * Returns the text for its readers. If truncated, it closes an open code block and adds a note in
 * its language.
 */
export function withTruncationNote({ content, cut }: WrittenText): string {
  if (!cut) return content;
  const kept = content.trimEnd();
  const fence = kept.split('\n').reduce(fenceAfter, null);
  return `${kept}\n${fence === null ? '' : `${fence}\n`}\n${truncationNotes[detectLanguage(content)]}\n`;
}

const maxFaults = 5;

type StructuredReading = { value: unknown } | { problem: string; isJson: boolean };

/**
 * Reads the first value that fits `schema` (after `fitSchema`) from a model's text without
 * thoughts. Of a text that may be cut, nothing from within an open value counts.
 */
export function readStructured(text: string, schema: TSchema, mayBeCut = false): StructuredReading {
  const fitted = findJson(text, mayBeCut).map((value) => fitSchema(value, schema));
  const fits = fitted.find((value) => Value.Check(schema, value));
  if (fits !== undefined) return { value: fits };
  const [first] = fitted;
  if (first === undefined) return { problem: 'It holds no complete JSON value.', isJson: false };
  const faults = Value.Errors(schema, first).slice(0, maxFaults);
  const problem = faults
    .map(({ instancePath, message }) => `${instancePath} ${message}`.trim())
    .join('; ');
  return { problem, isJson: true };
}

/** Limits the characters at which a search for a JSON value starts. */
const maxPlaces = 50;

/**
 * Returns the JSON values of an answer in order: the whole text, code fences, and values between
 * prose.
 */
export function findJson(text: string, mayBeCut = false): unknown[] {
  const whole = parse(text.trim());
  if (whole !== undefined) return [whole.value];
  const found: unknown[] = [];
  let from = 0;
  for (let place = 0; place < maxPlaces; place += 1) {
    const start = nextStart(text, from);
    if (start < 0) break;
    const end = endOfValue(text, start);
    if (end < 0 && mayBeCut) break;
    const value = end < 0 ? undefined : parse(text.slice(start, end));
    if (value === undefined) from = start + 1;
    else {
      found.push(value.value);
      from = end;
    }
  }
  return found;
}

function nextStart(text: string, from: number): number {
  const places = [text.indexOf('{', from), text.indexOf('[', from)].filter((at) => at >= 0);
  return places.length === 0 ? -1 : Math.min(...places);
}

function endOfValue(text: string, start: number): number {
  let depth = 0;
  let quoted = false;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (quoted) {
      if (character === '\\') at += 1;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

function parse(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

interface Shape {
  type?: string;
  properties?: Record<string, Shape>;
  required?: string[];
  additionalProperties?: unknown;
  items?: Shape;
  maxItems?: number;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
  /** The list drops items of a wrong shape instead of failing. Providers do not get this mark. */
  dropsUnfit?: boolean;
  /**
   * Other names of the values of `enum`, such as an agent's name for its slug. Providers do not get
   * it.
   */
  aliases?: Record<string, string>;
}

/**
 * Brings an answer closer to its schema without inventing anything. The result may still not fit.
 */
function fitSchema(value: unknown, schema: object): unknown {
  const shape = schema as Shape;
  if (shape.enum) return fitEnum(value, shape.enum, shape.aliases ?? {});
  switch (shape.type) {
    case 'object':
      return fitObject(value, shape);
    case 'array':
      return fitArray(value, shape);
    case 'number':
    case 'integer':
      return fitNumber(value, shape);
    case 'string':
      return typeof value === 'number' ? String(value) : value;
    case 'boolean':
      return value === 'true' ? true : value === 'false' ? false : value;
    default:
      return value;
  }
}

function fitObject(value: unknown, { properties = {}, additionalProperties }: Shape): unknown {
  const names = Object.keys(properties);
  const [only = ''] = names;
  // The model left out the object around its one list.
  if (Array.isArray(value) && names.length === 1 && properties[only]?.type === 'array') {
    return { [only]: fitSchema(value, properties[only]) };
  }
  if (Array.isArray(value) && value.length === 1)
    return fitObject(value[0], { properties, additionalProperties });
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const [key, inner] = Object.entries(value).length === 1 ? (Object.entries(value)[0] ?? []) : [];
  // The model put an object of its own around the answer.
  if (
    key !== undefined &&
    !names.map(foldWord).includes(foldWord(key)) &&
    typeof inner === 'object'
  ) {
    return fitSchema(inner, { type: 'object', properties, additionalProperties });
  }
  const byFold = new Map(names.map((name) => [foldWord(name), name]));
  const fitted: Record<string, unknown> = {};
  for (const [given, item] of Object.entries(value)) {
    const name = names.includes(given) ? given : byFold.get(foldWord(given));
    const property = name === undefined ? undefined : properties[name];
    if (name !== undefined && property) fitted[name] = fitSchema(item, property);
    else if (additionalProperties !== false) fitted[given] = item;
  }
  return fitted;
}

function fitArray(value: unknown, { items = {}, maxItems, dropsUnfit }: Shape): unknown {
  const list = Array.isArray(value)
    ? value
    : typeof value === 'object' && value !== null
      ? [value]
      : null;
  if (list === null) return value;
  const fitted = list.map((item) => fitSchema(item, items));
  return (dropsUnfit ? fitted.filter((item) => Value.Check(items as TSchema, item)) : fitted).slice(
    0,
    maxItems,
  );
}

/**
 * Reads the number that begins a text, such as `82`, `82 %` or `82/100`, and clamps it to the
 * limits.
 */
function fitNumber(value: unknown, { type, minimum, maximum }: Shape): unknown {
  const read =
    typeof value === 'string'
      ? Number(/^\s*(-?\d+(?:\.\d+)?)/.exec(value)?.[1] ?? Number.NaN)
      : value;
  if (typeof read !== 'number' || !Number.isFinite(read)) return value;
  const whole = type === 'integer' ? Math.round(read) : read;
  return Math.min(maximum ?? whole, Math.max(minimum ?? whole, whole));
}

function fitEnum(value: unknown, known: unknown[], aliases: Record<string, string>): unknown {
  if (typeof value !== 'string' || known.includes(value)) return value;
  const wanted = foldWord(value);
  const names: [string, unknown][] = [
    ...Object.entries(aliases),
    ...known.map((item): [string, unknown] => [String(item), item]),
  ];
  return names.find(([name]) => foldWord(name) === wanted)?.[1] ?? value;
}

function foldWord(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}
