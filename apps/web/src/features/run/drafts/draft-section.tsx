import { useState } from 'react';
import { isActive } from '../../../domain/engagements/is-active.ts';
import type { RunView } from '../../../domain/runs/use-run-view.ts';
import type { DraftText } from '../../../live/draft-texts.ts';
import { useDrafts } from '../../../live/use-run-events.ts';
import { runTexts } from '../../../texts/en/run.ts';
import { ChoiceButtons } from '../../../ui/buttons/choice-buttons.tsx';
import { RunSection } from '../run-section.tsx';
import { useOnceTrue } from '../use-once-true.ts';
import { DraftReader } from './draft-reader.tsx';

const texts = runTexts.drafts;
const boxHeight = 'h-64';
/** On phones a line of its own, which is there before its text. */
const factsStyle = 'figures text-muted text-sm max-sm:min-h-[1lh] max-sm:w-full';

/**
 * Shows the texts of documents while they are written, one at a time (FOL-13). The section is there from the start of a
 * run on and keeps its height, so that nothing on the page moves when a text begins or ends.
 */
export function DraftSection({ view }: { view: RunView }) {
  const { engagement, run, projection, status } = view;
  const drafts = useDrafts(engagement.id, run.id, (all) => all);
  const [chosen, setChosen] = useState<string>();
  const isOn = isActive(status);
  if (!useOnceTrue(isOn)) return null;
  const written = isOn ? projection.tasks.filter(({ id, state }) => state === 'working' && drafts.has(id)) : [];
  const task = written.find(({ id }) => id === chosen) ?? written[0];
  const draft = task && drafts.get(task.id);
  return (
    <RunSection
      title={texts.title}
      beside={<p className={factsStyle}>{draft && describeDraft(draft)}</p>}
      tools={
        <div className="-mx-2.5 flex h-8">
          {task && (
            <ChoiceButtons
              label={texts.choose}
              choices={written.map(({ id, name }) => ({ value: id, label: name }))}
              value={task.id}
              onChange={setChosen}
            />
          )}
        </div>
      }
    >
      <p role="status" className="sr-only">
        {written.length > 0 && texts.status(written.map(({ name }) => name).join(', '))}
      </p>
      {task && draft ? (
        <DraftReader key={`${task.id} ${draft.call}`} draft={draft} name={task.name} className={boxHeight} />
      ) : (
        <p className={`flex items-center justify-center px-4 text-center text-muted ${boxHeight}`}>
          {isOn ? texts.none : texts.over}
        </p>
      )}
    </RunSection>
  );
}

function describeDraft({ purpose, text, isFinished }: DraftText): string {
  const count = countWords(text);
  return `${texts.kinds[purpose]} · ${isFinished ? texts.words(count) : texts.wordsSoFar(count)}`;
}

/**
 * Counts words, and each character of scripts without spaces, without a segmenter: the text grows many times a second.
 */
const countWords = (text: string): number => text.match(wordPattern)?.length ?? 0;
const wordPattern = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}]+(?:[’'.,][\p{L}\p{N}]+)*/gu;
