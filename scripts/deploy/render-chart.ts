import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse, parseAllDocuments, stringify } from 'yaml';

/** A Kubernetes object of a rendered chart. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; annotations?: Record<string, string> };
  [field: string]: unknown;
}

/** The values that templates read: `.Values`, `.Release` and `.Chart`. */
type Context = Readonly<Record<string, unknown>>;
type Named = Map<string, Part[]>;
type Part =
  | { kind: 'text'; text: string }
  | { kind: 'value'; expression: string }
  | { kind: 'if'; negated: boolean; path: string; parts: Part[] }
  | { kind: 'range'; key: string; value: string; path: string; parts: Part[] };

/**
 * Renders a Helm chart with its values and those of `overrides`, which replace whole branches at
 * the top. It knows the part of Helm's language that the chart of this repository uses, and throws
 * for anything else: paths, `include` with the whole context, `if` and `if not` of a path, `range
 * $key, $value` of a map, `define`, and the functions of `applyFunction`.
 */
export async function renderChart(
  folder: string,
  overrides: Record<string, unknown> = {},
): Promise<Manifest[]> {
  const read = (name: string) => readFile(join(folder, name), 'utf8');
  const chart = parse(await read('Chart.yaml')) as Record<string, unknown>;
  const values = { ...(parse(await read('values.yaml')) as Record<string, unknown>), ...overrides };
  const context = {
    Values: values,
    Release: { Name: 'ecp' },
    Chart: { AppVersion: chart['appVersion'] },
  };
  const names = (await readdir(join(folder, 'templates'))).sort();
  const named: Named = new Map();
  const templates = await Promise.all(names.map((name) => read(join('templates', name))));
  const roots = templates.map((template) => parseTemplate(template, named));
  const texts = roots.map((parts) => render(parts, context, named));
  return texts.flatMap((text) =>
    parseAllDocuments(text).flatMap((document) => {
      if (document.errors.length > 0) throw new Error(`${document.errors[0]?.message}\n${text}`);
      const manifest = document.toJS() as Manifest | null;
      return manifest === null ? [] : [manifest];
    }),
  );
}

/** An action, whose hyphens trim the text before and after it. */
const action = /\{\{(-?)\s*(.*?)\s*(-?)\}\}/gs;

/** Splits a template into its parts, and adds what it defines to `named`. */
function parseTemplate(template: string, named: Named): Part[] {
  const root: Part[] = [];
  const open: { parts: Part[]; close(): void }[] = [{ parts: root, close: () => undefined }];
  const add = (part: Part) => open.at(-1)?.parts.push(part);
  let start = 0;
  let trims = false;
  const addText = (end: number, trimsEnd: boolean) => {
    const text = template.slice(start, end);
    const begun = trims ? text.trimStart() : text;
    add({ kind: 'text', text: trimsEnd ? begun.trimEnd() : begun });
  };
  for (const { 0: whole, 1: before, 2: code = '', 3: after, index } of template.matchAll(action)) {
    addText(index, before === '-');
    start = index + whole.length;
    trims = after === '-';
    const [word = '', ...rest] = code.split(' ');
    const parts: Part[] = [];
    if (word === 'define') {
      open.push({ parts, close: () => named.set(unquote(rest.join(' ')), parts) });
    } else if (word === 'if') {
      const negated = rest[0] === 'not';
      add({ kind: 'if', negated, path: rest.slice(negated ? 1 : 0).join(' '), parts });
      open.push({ parts, close: () => undefined });
    } else if (word === 'range') {
      const [key = '', value = '', , path = ''] = rest.map((piece) => piece.replace(',', ''));
      add({ kind: 'range', key, value, path, parts });
      open.push({ parts, close: () => undefined });
    } else if (word === 'end') {
      open.pop()?.close();
    } else {
      add({ kind: 'value', expression: code });
    }
  }
  if (open.length !== 1) throw new Error(`An action of a template has no end:\n${template}`);
  addText(template.length, false);
  return root;
}

function render(parts: readonly Part[], context: Context, named: Named): string {
  return parts
    .map((part) => {
      if (part.kind === 'text') return part.text;
      if (part.kind === 'value') return String(evaluate(part.expression, context, named));
      if (part.kind === 'range') return renderRange(part, context, named);
      return isTrue(readPath(part.path, context)) === part.negated
        ? ''
        : render(part.parts, context, named);
    })
    .join('');
}

/** Renders a part once for each entry of a map, in the order of its keys. */
function renderRange(
  part: Extract<Part, { kind: 'range' }>,
  context: Context,
  named: Named,
): string {
  const entries = Object.entries(readPath(part.path, context) as Record<string, unknown>).sort();
  return entries
    .map(([key, value]) =>
      render(part.parts, { ...context, [part.key]: key, [part.value]: value }, named),
    )
    .join('');
}

/** Returns whether Helm takes a value for true: an empty list or map counts as false. */
function isTrue(value: unknown): boolean {
  return typeof value === 'object' && value !== null
    ? Object.keys(value).length > 0
    : Boolean(value);
}

/** Evaluates `term | function argument | …`. */
function evaluate(expression: string, context: Context, named: Named): unknown {
  const [term = '', ...functions] = expression.split('|').map((piece) => piece.trim());
  const [word = '', argument = ''] = term.split(/\s+/);
  const start = () => {
    if (word === 'include') return render(findNamed(unquote(argument), named), context, named);
    if (word === 'toYaml') return applyFunction('toYaml', '', readPath(argument, context), context);
    return readPath(term, context);
  };
  return functions.reduce((value: unknown, call) => {
    const [name = '', given = ''] = call.split(/\s+/);
    return applyFunction(name, given, value, context);
  }, start());
}

function applyFunction(name: string, argument: string, value: unknown, context: Context): unknown {
  switch (name) {
    case 'toYaml':
      return stringify(value, { aliasDuplicateObjects: false }).trimEnd();
    case 'nindent':
      return `\n${String(value).replaceAll(/^(?=.)/gm, ' '.repeat(Number(argument)))}`;
    case 'sha256sum':
      return hash('sha256', String(value));
    case 'quote':
      return JSON.stringify(String(value));
    case 'default':
      return value === '' || value === undefined ? readPath(argument, context) : value;
    default:
      throw new Error(`The renderer does not know the function ${name}`);
  }
}

function findNamed(name: string, named: Named): Part[] {
  const parts = named.get(name);
  if (!parts) throw new Error(`No template is named ${name}`);
  return parts;
}

/**
 * Reads `.Values.a.b`, or a variable of `range`. Throws where a template names what does not exist,
 * which Helm would render as nothing.
 */
function readPath(path: string, context: Context): unknown {
  if (path.startsWith('$') && path in context) return context[path];
  if (!/^(\.\w+)+$/.test(path))
    throw new Error(`The renderer does not know the expression ${path}`);
  return path
    .slice(1)
    .split('.')
    .reduce((value: unknown, key) => {
      const found = (value as Record<string, unknown> | undefined)?.[key];
      if (found === undefined) throw new Error(`${path} does not exist`);
      return found;
    }, context);
}

const unquote = (text: string) => text.replaceAll('"', '');
