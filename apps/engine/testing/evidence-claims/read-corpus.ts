/** One line that a case may state: what kind it is, which quotes it cites, and its template. */
export interface StatementLine {
  kind: string;
  isCorrect: boolean;
  references: string[];
  template: string;
  /** Words that the footnote quotes instead of the source's. */
  quoted: string | null;
}

/** Statements about one matter, of which a case makes at most one. */
export interface Topic {
  statements: StatementLine[];
  /** Says a cited figure again at the end, without a footnote. */
  repeats: string[];
}

/** Rows of one table of the document, with its head. Each row may be told in more than one way. */
export interface TableLines {
  head: string;
  rows: { key: string; variants: StatementLine[] }[];
}

export type BlockForm = 'prose' | 'csv' | 'sheet' | 'brief' | 'query' | 'colleague' | 'upstream';

/** A source with all that may be said of it. */
export interface CorpusBlock {
  form: BlockForm;
  /** Title, place, heading in the document, question: by the form. */
  fields: string[];
  lines: { id: string | null; template: string }[];
  columns: string[];
  notes: { footnote: string; state: 'verified' | 'missing_source'; template: string }[];
  topics: Topic[];
  table: TableLines | null;
}

export interface Corpus {
  draws: string[];
  blocks: CorpusBlock[];
  /** Lines of one capital letter: T titles, A about the document, I intros, R advice, E estimates and so on. */
  loose: Map<string, string[]>;
}

/**
 * Reads a corpus. A line's first character says what it is: `#` opens a source, `=` draws figures, `>` is a line of the
 * source (with an id where it is quoted), `+` a correct statement, `-` a fabrication, `~` a repeat, `|` a row of a
 * table of the document, `!` columns of a query, `^` a footnote of an upstream document; a line that starts with two
 * spaces goes on; an empty line ends a topic. Throws at other lines.
 */
export function readCorpus(text: string, joint: string): Corpus {
  const corpus: Corpus = { draws: [], blocks: [], loose: new Map() };
  let topic: Topic | null = null;
  for (const line of text
    .trim()
    .replaceAll(/\n {2}/g, joint)
    .split('\n')) {
    const [mark, rest] = [line.slice(0, 1), line.slice(2).trim()];
    const block = corpus.blocks.at(-1);
    if (mark === '') topic = null;
    else if (mark === '=') corpus.draws.push(...rest.split(';').map((draw) => draw.trim()));
    else if (/[A-Z]/.test(mark)) corpus.loose.set(mark, [...(corpus.loose.get(mark) ?? []), rest]);
    else if (mark === '#') {
      corpus.blocks.push(openBlock(rest));
      topic = null;
    } else if (block === undefined) throw new Error(`No source is open at “${line}”.`);
    else if (mark === '+' || mark === '-' || mark === '~') {
      if (topic === null) {
        topic = { statements: [], repeats: [] };
        block.topics.push(topic);
      }
      if (mark === '~') topic.repeats.push(rest);
      else topic.statements.push(readStatement(rest, mark === '+'));
    } else addToBlock(block, mark, rest, line);
  }
  return corpus;
}

function openBlock(rest: string): CorpusBlock {
  const [form = '', ...fields] = rest.split(/\s*\|\s*/);
  return { form: form as BlockForm, fields, lines: [], columns: [], notes: [], topics: [], table: null };
}

function addToBlock(block: CorpusBlock, mark: string, rest: string, line: string): void {
  if (mark === '>') {
    const [, id = null, template = rest] = /^([a-z]\d+) (.*)$/s.exec(rest) ?? [];
    block.lines.push({ id, template });
  } else if (mark === '!') block.columns = rest.split(' | ');
  else if (mark === '^') {
    const [footnote = '', state = '', ...words] = rest.split(' ');
    const noteState = state === 'verified' ? 'verified' : 'missing_source';
    block.notes.push({ footnote, state: noteState, template: words.join(' ') });
  } else if (mark === '|') addTableLine(block, line);
  else throw new Error(`A corpus has no line “${line}”.`);
}

/** `|| head`, `|+ key cells` or `|- kind key cells`. */
function addTableLine(block: CorpusBlock, line: string): void {
  const rest = line.slice(3);
  if (line.startsWith('||') || block.table === null) {
    block.table = { head: rest, rows: [] };
    return;
  }
  const isCorrect = line.startsWith('|+');
  const statement = readStatement(isCorrect ? `table_row ${rest}` : rest, isCorrect);
  const key = statement.references.join(',');
  const row = block.table.rows.find((known) => known.key === key);
  if (row === undefined) block.table.rows.push({ key, variants: [statement] });
  else row.variants.push(statement);
}

function readStatement(rest: string, isCorrect: boolean): StatementLine {
  const [kind = '', references = '', ...words] = rest.split(' ');
  const [template = '', quoted = null] = words.join(' ').split(' // ');
  return { kind, isCorrect, references: references === '-' ? [] : references.split(','), template, quoted };
}
