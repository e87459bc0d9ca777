import { useEffect, useRef, useState } from 'react';
import { writingTexts } from '../../../texts/en/documents/writing.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { applyChoices, type MergeChoice } from './apply-choices.ts';
import { MergeConflictView } from './merge-conflict-view.tsx';
import type { Merge } from './use-merge.ts';

const texts = writingTexts.merge;

interface MergeViewProps {
  merge: Merge;
  /** Called with the merged text. */
  onApply: (markdown: string) => void;
  onCancel: () => void;
}

/** Shows the sections that both writers changed, each with a choice, and merges the rest by itself (EDI-5). */
export function MergeView({ merge, onApply, onCancel }: MergeViewProps) {
  const { conflicts, latest } = merge;
  const [choices, setChoices] = useState<readonly MergeChoice[]>(() => conflicts.map(() => 'both'));
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section
      aria-labelledby="merge-title"
      className="mx-auto flex min-h-0 w-full max-w-5xl flex-1 flex-col gap-6 overflow-y-auto p-4 md:p-8"
    >
      <div className="flex flex-col gap-2">
        <h2 id="merge-title" ref={heading} tabIndex={-1} className="font-semibold text-xl outline-none">
          {texts.title}
        </h2>
        <p className="text-muted">
          {conflicts.length === 0 ? texts.none(latest.version) : texts.some(conflicts.length)}
        </p>
      </div>
      {conflicts.map((conflict, index) => (
        <MergeConflictView
          key={`${conflict.section} ${conflict.mine}`}
          conflict={conflict}
          number={index}
          version={latest.version}
          choice={choices[index] ?? 'both'}
          onChoose={(choice) => setChoices(choices.with(index, choice))}
        />
      ))}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>{texts.cancel}</Button>
        <Button kind="primary" onClick={() => onApply(applyChoices(merge, choices))}>
          {texts.apply}
        </Button>
      </div>
    </section>
  );
}
