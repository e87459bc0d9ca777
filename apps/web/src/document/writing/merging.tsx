import { type MergedSections, mergeSections } from '@ecp/markdown/merge-sections';
import { cutSections, joinSections, titleOf } from '@ecp/markdown/sectioned-document';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../base/api/client.ts';
import { deliverableQuery, type FileProps } from '../../base/api/document-queries.ts';
import { Button, ChoiceButtons } from '../../base/ui/buttons.tsx';
import { Markdown } from '../../shared/markdown/markdown.tsx';
import { writingTexts } from './texts.ts';

interface Merge extends MergedSections {
  latest: { version: number; content: string };
}

/** Merges a text with the latest version of its file, by the version that both were made from. */
export function useMerge({ engagementId, filename }: FileProps) {
  const queryClient = useQueryClient();
  return useMutation({
    async mutationFn({
      content,
      baseVersion,
    }: {
      content: string;
      baseVersion: number;
    }): Promise<Merge> {
      const [base, latest] = await Promise.all([
        queryClient.fetchQuery({
          ...deliverableQuery(engagementId, filename, baseVersion),
          staleTime: Infinity,
        }),
        api.getDeliverable({ id: engagementId, filename }),
      ]);
      queryClient.setQueryData(deliverableQuery(engagementId, filename).queryKey, latest);
      const { version, content: theirs } = latest;
      return {
        latest: { version, content: theirs },
        ...mergeSections(base.content, content, theirs),
      };
    },
  });
}

type MergeConflict = MergedSections['conflicts'][number];

export type MergeChoice = 'mine' | 'theirs' | 'both';

/** Returns the merged text with the chosen texts of its conflicts, in their order. */
export function applyChoices(
  { merged, conflicts }: MergedSections,
  choices: readonly MergeChoice[],
): string {
  const chosen = conflicts.map((conflict, index) => ({
    conflict,
    choice: choices[index] ?? 'mine',
  }));
  const inSections = chosen.filter(({ conflict }) => conflict.section !== null).reverse();
  const text = inSections.reduce(
    (now, { conflict, choice }) => replaceSections(now, conflict, choice),
    merged,
  );
  return chosen
    .filter(({ conflict }) => conflict.section === null)
    .reduce((now, { conflict: { mine, theirs }, choice }) => {
      const wanted = choose(mine, theirs, choice);
      return mine === '' ? now : now.replace(mine.trim(), () => wanted.trim());
    }, text);
}

function choose(mine: string, theirs: string, choice: MergeChoice): string {
  if (choice === 'mine') return mine;
  return choice === 'theirs'
    ? theirs
    : [mine, theirs].filter((text) => text.trim() !== '').join('\n\n');
}

function replaceSections(
  markdown: string,
  { section, mine, theirs }: MergeConflict,
  choice: MergeChoice,
): string {
  if (choice === 'mine') return markdown;
  const document = cutSections(markdown);
  const count = mine.trim() === '' ? 0 : cutSections(mine).sections.length;
  const wanted = choose(mine, theirs, choice).trimEnd();
  const added = wanted === '' ? [] : [{ raw: `${wanted}\n\n`, place: null }];
  const sections = document.sections.toSpliced(section ?? 0, count, ...added);
  return joinSections({ ...document, sections });
}

const texts = writingTexts.merge;

interface MergeViewProps {
  merge: Merge;
  onApply: (markdown: string) => void;
  onCancel: () => void;
}

/**
 * Shows the sections that both writers changed, each with a choice, and merges the rest by itself.
 */
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
        <h2
          id="merge-title"
          ref={heading}
          tabIndex={-1}
          className="font-semibold text-xl outline-none"
        >
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
function MergeConflictView({
  conflict,
  number,
  version,
  choice,
  onChoose,
}: MergeConflictViewProps) {
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
        <Side
          title={texts.mine}
          text={conflict.mine}
          isKept={kept.mine}
          idPrefix={`mine-${number}-`}
        />
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

function Side({
  title,
  text,
  isKept,
  idPrefix,
}: {
  title: string;
  text: string;
  isKept: boolean;
  idPrefix: string;
}) {
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
