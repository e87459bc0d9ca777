import type { ObservedIssue } from '@ecp/model-calls/prompt-types';
import type { TextReader } from '@ecp/sandbox/text-readers';
import { findSentences } from './find-sentences.ts';

/** The issues of an observer with the documents that they may quote. */
interface ObservedDraft {
  issues: readonly ObservedIssue[];
  draft: string;
  /** The other documents that the observer has read. */
  others: readonly string[];
}

interface SplitIssues {
  own: ObservedIssue[];
  foreign: ObservedIssue[];
}

/**
 * Separates issues with the draft, also by inexact quotes, from those that quote only sentences of
 * `others`.
 */
export function splitIssues({ issues, draft, others }: ObservedDraft): SplitIssues {
  const quoted = new Set(issues.flatMap(({ sentences = [] }) => sentences));
  const inDraft = findQuoted(draft, quoted);
  const unknown = new Set([...quoted].filter((sentence) => !inDraft.has(sentence)));
  const inOthers = unknown.size === 0 ? [] : others.map((other) => findQuoted(other, unknown));
  const own: ObservedIssue[] = [];
  const foreign: ObservedIssue[] = [];
  for (const issue of issues) {
    const { sentences = [] } = issue;
    const standing = sentences.filter((sentence) => inDraft.has(sentence));
    if (standing.length === sentences.length) own.push(issue);
    else if (standing.length > 0) own.push({ ...issue, sentences: standing });
    else if (sentences.some((sentence) => inOthers.some((found) => found.has(sentence))))
      foreign.push(issue);
    else {
      const { sentences: _, ...whole } = issue;
      own.push(whole);
    }
  }
  return { own, foreign };
}

/** Returns the sentences that stand in a document. */
function findQuoted(document: string, sentences: ReadonlySet<string>): Set<string> {
  const asked = [...sentences];
  // The place among the sentences stands for a footnote, so that none is looked for behind another
  // one.
  const claims = asked.map((claim, at) => ({ claim, footnote: String(at) }));
  const places = findSentences(document, claims);
  return new Set(asked.filter((_, at) => places[at] !== null));
}

export const issuesReader: TextReader<ObservedDraft, SplitIssues> = {
  name: 'issues',
  shortWeight: 15_000,
  read: splitIssues,
};
