import { titleOf } from '@ecp/markdown/sectioned-document';
import { Markdown } from '../../../domain/markdown/markdown.tsx';
import { writingTexts } from '../../../texts/en/documents/writing.ts';
import { ChoiceButtons } from '../../../ui/buttons/choice-buttons.tsx';
import type { MergeChoice, MergeConflict } from './apply-choices.ts';

const texts = writingTexts.merge;
const choices = ['mine', 'theirs', 'both'] as const;

interface MergeConflictViewProps {
  conflict: MergeConflict;
  number: number;
  /** Number of the version that the other writer saved. */
  version: number;
  choice: MergeChoice;
  onChoose: (choice: MergeChoice) => void;
}

/** A section as both writers left it, side by side. */
export function MergeConflictView({ conflict, number, version, choice, onChoose }: MergeConflictViewProps) {
  const title = titleOf(conflict.mine) ?? titleOf(conflict.theirs);
  const name = title === null ? texts.top : texts.conflict(title);
  const kept = { mine: choice !== 'theirs', theirs: choice !== 'mine' };
  return (
    <section aria-label={name} className="flex flex-col gap-3 border-t pt-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">{name}</h3>
        <ChoiceButtons
          label={name}
          choices={choices.map((value) => ({ value, label: texts.choose[value] }))}
          value={choice}
          onChange={(value) => value && onChoose(value)}
        />
      </div>
      <div className="grid gap-3 md:grid-cols-2">
        <Side title={texts.mine} text={conflict.mine} isKept={kept.mine} idPrefix={`mine-${number}-`} />
        <Side
          title={texts.theirs(version)}
          text={conflict.theirs}
          isKept={kept.theirs}
          idPrefix={`theirs-${number}-`}
        />
      </div>
    </section>
  );
}

function Side({ title, text, isKept, idPrefix }: { title: string; text: string; isKept: boolean; idPrefix: string }) {
  return (
    <div className={`min-w-0 rounded-xl border p-4 ${isKept ? 'border-accent' : 'border-dashed'}`}>
      <p className="mb-2 font-medium text-muted text-sm">{title}</p>
      {text.trim() === '' ? (
        <p className="text-muted italic">{texts.removed}</p>
      ) : (
        <Markdown text={text} size="compact" topLevel={4} idPrefix={idPrefix} />
      )}
    </div>
  );
}
