import type { Cell, GridRow } from '../cells/cell.ts';
import { roleOf } from './cell-roles.ts';

/** How notes begin: with a mark, or with a word for a source or a note. */
const noteStart =
  /^(?:[*†‡§¹²³⁴⁵※►•]|\(?\d+ (?:rows?|records?|zeilen|lignes|filas)(?: affected| selected)?\)?$|\(?[\da-z]\)|\[\d+\]|(?:source|sources|note|notes|n\.b\.|nb|remark|remarks|footnote|prepared|generated|printed|exported|report|last updated|updated|disclaimer|copyright|©|quelle|quellen|hinweis|hinweise|anmerkung|anmerkungen|bemerkung|stand|erstellt|fußnote|legende|source\s?s?|remarque|nota|notas|fuente|fuentes|note|fonte|fonti|bron|toelichting|kilde|källa|anm|出典|注|備考|資料)(?:$|[\s:.,：]))/iu;
/** Signs that rule a table off: `_____`, `=====`. */
const ruler = /^[-_=*~+|–—.\s]{3,}$/;
/** Labels are shorter. */
const longestLabel = 60;

/** Labels of what stands above tables of reports: who made it, when, for what. */
const metadataLabel =
  /[:：]$|^(?:report|title|subject|created|created (?:on|by|at)|date|report date|run date|data source|last updated(?: date| on)?|updated|retrieved|as of|period|from|to|author|prepared (?:by|for)|generated(?: on| by| at)?|exported(?: on| by| at)?|downloaded|version|company|client|currency|units?|source|filters?|file|bericht|titel|erstellt(?: am| von)?|datum|stand|zeitraum|von|bis|autor|firma|mandant|währung|einheit|quelle|rapport|titre|créé le|période|auteur|société|devise|unité|informe|título|fecha|creado|período|autor|empresa|moneda)$/iu;

/** Tells whether a text labels metadata of a report. */
export function isMetadataLabel(text: string): boolean {
  return metadataLabel.test(text.trim());
}

/** Tells whether a row is a line of signs, as databases and Markdown write it below a head: `----,-----:`. */
export function isRuler({ cells }: Pick<GridRow, 'cells'>): boolean {
  const filled = cells.filter((cell) => cell !== null);
  const isLine = filled.every(({ kind, text }) => kind === 'text' && /^[-_=*~+|–—:]{2,}$/.test(text));
  return isLine && filled.some(({ text }) => text.length > 2);
}

/** Tells whether a text is a note rather than the label of a row. */
export function isNoteText(text: string): boolean {
  return (
    noteStart.test(text) ||
    ruler.test(text) ||
    text.length > longestLabel ||
    /[\p{L}\p{N})]\.$/u.test(text.trim()) ||
    /:\s/.test(text)
  );
}

/**
 * Tells whether a delimited line begins with a comment's sign: `#` and a blank, or on a line of another width; `%`, `;`,
 * `!`, `--` or `REM` on a line without delimiters.
 */
export function looksCommented({ cells, fields }: GridRow, usualFields: number): boolean {
  const text = cells[0]?.text ?? '';
  if (fields === 1 && usualFields > 1 && /^(?:[%;!]|--|REM)\s/.test(text)) return true;
  if (!text.startsWith('#') && !text.startsWith('//')) return false;
  return /^(?:#+|\/\/+)(?:\s|[-=#*!/]{2})/.test(text) || fields !== usualFields;
}

/** Tells whether a row repeats the names of a head. */
export function repeatsNames(row: readonly (Cell | null)[], head: readonly (Cell | null)[]): boolean {
  let count = 0;
  for (let at = 0; at < Math.max(row.length, head.length); at += 1) {
    const [one, other] = [row[at] ?? null, head[at] ?? null];
    if (one === null && other === null) continue;
    if (one === null || other === null || one.text !== other.text) return false;
    if (roleOf(one) === 'word') count += 1;
  }
  return count > 0;
}
