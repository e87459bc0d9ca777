import type { NotedChange } from '@ecp/contract/engine/engine-api';
import type { UpdateChange } from '@ecp/contract/work/recurring';
import { showPassage } from '@ecp/evidence/passages';

/**
 * Limits the note of a review, what a point quotes of one place, both in characters, and the quotes
 * of a point.
 */
const maxNote = 20_000;
const maxQuoted = 400;
const maxQuotes = 8;

/**
 * The changes that a proposal requests in one document: words for the writer, and data for the
 * engine.
 */
export interface NotedChanges {
  notes: string;
  sourceChanges: NotedChange[];
}

type SectionChange = Omit<NotedChange, 'point'> & Pick<UpdateChange, 'kind'>;

/**
 * Writes one document's review note and its data: a point per section and source with words before
 * and now, so that the amendment changes only these sections.
 */
export function writeNote(filename: string, changes: readonly UpdateChange[]): NotedChanges {
  const inSections = changes.flatMap((change) => listSections(filename, change));
  const groups = Map.groupBy(inSections, ({ kind, title, section }) =>
    JSON.stringify([kind, title, section]),
  );
  const noted: NotedChanges = {
    notes: 'Sources of this document have changed. Change only the sections named here:',
    sourceChanges: [],
  };
  let point = 0;
  for (const own of groups.values()) {
    const text = writePoint(own);
    if (noted.notes.length + text.length + 3 > maxNote) break;
    point += 1;
    noted.notes += `\n- ${text}`;
    noted.sourceChanges.push(...own.map(({ kind: _, ...change }) => ({ ...change, point })));
  }
  return noted;
}

/** Describes a change for each section of the document that rests on it. */
function listSections(filename: string, change: UpdateChange): SectionChange[] {
  const { kind, type, source, newTitle, before, after, documents } = change;
  const own = documents.filter((document) => document.filename === filename);
  const described = {
    kind,
    type,
    title: source.title,
    newTitle,
    readAt: source.readAt ?? null,
    before,
    after,
  };
  return [...Map.groupBy(own, ({ section }) => section)].map(([section, statements]) => {
    const footnotes = [...new Set(statements.flatMap(({ footnote }) => footnote ?? []))];
    return { ...described, section, footnotes };
  });
}

/** Writes the point about the changes of one source in one section. */
function writePoint(changes: readonly SectionChange[]): string {
  const [first] = changes;
  if (!first) return '';
  const footnotes = [...new Set(changes.flatMap((change) => change.footnotes))];
  const named =
    footnotes.length === 0
      ? ''
      : ` (${footnotes.length === 1 ? 'footnote' : 'footnotes'} ${footnotes.join(', ')})`;
  const left = changes.length - maxQuotes;
  const others = left > 0 ? ` ${left} more of its places have changed.` : '';
  return `${namePlace(first.section)}${named}: ${sayChanges(first, changes.slice(0, maxQuotes))}${others}${sayTask(first)}`;
}

function namePlace(section: string | null): string {
  if (section === null) return 'In the text before the first heading';
  return /^[“„«「"]/.test(section) ? `In the section ${section}` : `In the section “${section}”`;
}

/** A source that no longer exists said all of it; another one has changed place by place. */
function sayChanges(
  { title, type, kind, readAt }: SectionChange,
  changes: readonly SectionChange[],
): string {
  if (type !== 'gone') {
    return changes
      .map(
        ({ before, after }, at) =>
          `${at === 0 ? `“${title}”` : 'It'} said “${showPassage(before, maxQuoted)}”. ${sayNow(after)}`,
      )
      .join(' ');
  }
  const quoted = changes.flatMap(({ before }) =>
    before === '' ? [] : `“${showPassage(before, maxQuoted)}”`,
  );
  const said = quoted.length === 0 ? 'backed statements' : `said ${quoted.join(', ')}`;
  const lost = kind === 'query' ? 'This query can no longer be run' : 'This page no longer exists';
  const read = readAt === null ? '' : `, read on ${readAt.slice(0, 10)},`;
  const copy = kind === 'query' ? 'Its recorded result' : `Its archived copy${read}`;
  return `“${title}” ${said}. ${lost}. ${copy} stays the evidence.`;
}

const sayNow = (after: string | null) =>
  after === null
    ? 'It no longer says anything like it.'
    : `It now says “${showPassage(after, maxQuoted)}”.`;

function sayTask({ type, kind, newTitle }: SectionChange): string {
  if (type === 'gone') {
    return kind === 'query'
      ? ' Keep the statements, and say so.'
      : ' Keep the statements, and say that the page is gone and when it was read.';
  }
  const cite = newTitle === null ? '' : ` Cite it as “${newTitle}”.`;
  return `${cite} Bring what the section says into line with it.`;
}
