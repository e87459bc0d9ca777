import { useMemo } from 'react';
import { diffWords } from '../markdown/diff-words.ts';

/** Shows the words of a passage with those that are proposed for them: removed ones struck, new ones marked. */
export function WordChanges({ before, after }: { before: string; after: string }) {
  const segments = useMemo(() => diffWords(before, after), [before, after]);
  return (
    <p dir="auto" className="wrap-anywhere whitespace-pre-wrap text-sm leading-relaxed">
      {[...segments.entries()].map(([index, { kind, text }]) =>
        kind === 'same' ? (
          <span key={index}>{text}</span>
        ) : kind === 'removed' ? (
          <del key={index} className="text-danger decoration-danger/60">
            {text}
          </del>
        ) : (
          <ins key={index} className="mx-0.5 rounded-xs bg-good-soft text-good no-underline">
            {text}
          </ins>
        ),
      )}
    </p>
  );
}
