import type { Language } from '@ecp/language/language';
import type { CaseMaterial, CaseQuery, QueryColumn } from './claim-case.ts';
import { evaluateExpression } from './evaluate-expression.ts';
import { type Figures, fillTemplate } from './fill-template.ts';
import type { Corpus, CorpusBlock } from './read-corpus.ts';
import type { Random } from './seeded-random.ts';

/** Words that a footnote may quote, and how it names their source. */
export interface Quotable {
  /** The words as a footnote quotes them; null for a query, which is cited as a whole. */
  words: string | null;
  /** The words before the colon of the footnote. */
  source: string;
  block: CorpusBlock;
}

/** The material of a case with its quotable lines by id. A query's lines have the id `Q`. */
export interface FilledMaterial {
  material: CaseMaterial;
  quotables: Map<string, Quotable>;
}

/** Writes every source of a corpus with the figures of one case. */
export function fillMaterial(corpus: Corpus, figures: Figures, random: Random): FilledMaterial {
  const fill = (template: string) => fillTemplate(template, figures).text;
  const material = emptyMaterial(figures.language);
  const quotables = new Map<string, Quotable>();
  for (const [at, block] of corpus.blocks.entries()) {
    const lines = block.lines.map(({ id, template }) => ({ id, text: fill(template) }));
    const source = addBlock(material, block, lines, figures, `s${at + 1}`, random);
    for (const { id, text } of lines) {
      if (id !== null) quotables.set(id, { words: trimWords(text), source, block });
    }
    if (block.form === 'query') quotables.set('Q', { words: null, source, block });
  }
  return { material, quotables };
}

function emptyMaterial(language: Language): CaseMaterial {
  return {
    ...{ brief: '', language, assignment: [], sources: [], upstream: [], consultations: [], reviewNotes: [] },
    queries: [],
  };
}

/** A footnote quotes what was said without its own marks of quotation and of footnotes. */
function trimWords(text: string): string {
  return text
    .replaceAll(/\[\^\w+\]/g, '')
    .replace(/^["„“«「]\s?/, '')
    .replace(/\s?["”“»」]$/, '');
}

interface FilledLine {
  id: string | null;
  text: string;
}

/** Adds a source to the material; returns what a footnote calls it. */
function addBlock(
  material: CaseMaterial,
  block: CorpusBlock,
  lines: readonly FilledLine[],
  figures: Figures,
  id: string,
  random: Random,
): string {
  const [first = '', second = '', , question = ''] = block.fields;
  const isTable = block.form === 'csv' || block.form === 'sheet';
  const joint = isTable || block.form === 'upstream' ? '\n' : figures.language === 'ja' ? '' : ' ';
  const text = lines.map((line) => line.text).join(joint);
  if (block.form === 'brief') {
    material.brief = text;
    material.assignment = lines.slice(0, 1).map((line) => line.text);
    return first;
  }
  if (block.form === 'query') {
    const query = makeQuery(block, lines, figures, random);
    material.queries.push(query);
    return `Query ${query.id}`;
  }
  if (block.form === 'colleague') {
    material.consultations.push({ agentSlug: first, agentName: second, question, answer: text });
    return `Colleague ${second}`;
  }
  if (block.form === 'upstream') {
    const notes = block.notes.map((note) => `[^${note.footnote}]: ${fillTemplate(note.template, figures).text}`);
    const content = `# ${first}\n\n${text}\n\n${notes.join('\n')}\n`;
    const citations = block.notes.map(({ footnote, state }) => ({ footnote, state }));
    material.upstream.push({ taskName: first, filename: second, content, citations });
    return second;
  }
  material.sources.push({ id, title: first, location: second === '' ? null : second, text });
  return second === '' ? first : `${first}, ${second}`;
}

function makeQuery(block: CorpusBlock, lines: readonly FilledLine[], figures: Figures, random: Random): CaseQuery {
  const columns = block.columns.map((column): QueryColumn => {
    const [name = '', type = 'text', unit = ''] = column.trim().split(':');
    return { name, type: type === 'number' ? 'number' : 'text', unit: unit === '' ? null : unit };
  });
  const rows = block.lines.map(({ template }) =>
    template.split(' | ').map((cell, at) => {
      if (columns[at]?.type !== 'number') return cell;
      const { value } = evaluateExpression(cell.replaceAll(/[{}]/g, ''), figures.values);
      return Number(value.toFixed(4));
    }),
  );
  if (lines.length === 0) throw new Error('A query has no rows.');
  const [title = null, sql = ''] = block.fields;
  return { id: `q_${random.below(0x10000).toString(16).padStart(4, '0')}`, title, sql, columns, rows };
}
