import type { PortalSource } from '@ecp/contract/reach/portal';

/** A source as the viewer shows it. The SQL of a query is the team's alone. */
export type ShownSource = PortalSource & { sql?: string | null };

/**
 * Loads the sources of one version of a document. Keep it stable, so that nothing is loaded again.
 */
export interface SourceLoader<S extends ShownSource> {
  key: readonly unknown[];
  /** Returns what a footnote cites. Rejects with `not_found` for one that was not checked. */
  load(footnote: string, signal: AbortSignal): Promise<S>;
  /** Returns the PDF that a footnote cites. Called only for a source with `pdf`. */
  loadPdf(footnote: string, signal: AbortSignal): Promise<Blob>;
}

export interface CitedFootnote {
  label: string;
  /** The number that readers see at its calls. */
  number: string;
}

/** Finds the footnote of a label, whose case does not count. */
export const findFootnote = (
  footnotes: readonly CitedFootnote[],
  label: string,
): CitedFootnote | undefined =>
  footnotes.find((one) => one.label.toLowerCase() === label.toLowerCase());

const footnoteCall = /\[\^([^\]\s]+)\](?!:)/g;
const footnoteDefinition = /^ {0,3}\[\^([^\]\s]+)\]:/gm;

/** Numbers the labels of a text's footnotes, in lower case, in the order of their first calls. */
export function numberFootnotes(text: string): ReadonlyMap<string, string> {
  const labelsOf = (pattern: RegExp) =>
    new Set([...text.matchAll(pattern)].map(([, label = '']) => label.toLowerCase()));
  const defined = labelsOf(footnoteDefinition);
  const labels = [...labelsOf(footnoteCall)].filter((label) => defined.has(label));
  return new Map(labels.map((label, at) => [label, `${at + 1}`]));
}
