import { gridLimits } from '@ecp/contract/values/limits';
import type { GridQuestion } from '@ecp/contract/work/grids';
import { Plus, X } from 'lucide-react';
import { type ClipboardEvent, useRef } from 'react';
import { Button, IconButton } from '../../base/ui/buttons.tsx';
import { classNames } from '../../base/ui/class-names.ts';
import { TextField } from '../../base/ui/fields/fields.tsx';
import { SelectField } from '../../base/ui/fields/select.tsx';
import { readQuestions } from './read-questions.ts';
import { gridTexts } from './texts.ts';

const texts = gridTexts.form;

/** A question that is being written. */
export interface QuestionDraft extends GridQuestion {
  key: string;
}

let count = 0;

export function newQuestion(
  question: GridQuestion = { name: '', question: '', type: 'text' },
): QuestionDraft {
  count += 1;
  return { ...question, key: `question ${count}` };
}

export const questionOf = ({ name, question, type }: QuestionDraft): GridQuestion => ({
  name: name.trim(),
  question: question.trim(),
  type,
});

const isEmpty = ({ name, question }: GridQuestion) => name.trim() === '' && question.trim() === '';

interface QuestionProblems {
  name?: string;
  question?: string;
}

/** Finds what is wrong with questions, by their keys. `taken` are names of other columns. */
export function findQuestionProblems(
  drafts: readonly QuestionDraft[],
  taken: readonly string[],
): ReadonlyMap<string, QuestionProblems> {
  const fold = (name: string) => name.trim().toLowerCase();
  const seen = new Set(taken.map(fold));
  const found = new Map<string, QuestionProblems>();
  for (const { key, name, question } of drafts) {
    const problems: QuestionProblems = {
      ...(name.trim() === ''
        ? { name: texts.missingName }
        : seen.has(fold(name)) && { name: texts.sameName }),
      ...(question.trim() === '' && { question: texts.missingQuestion }),
    };
    seen.add(fold(name));
    if (Object.keys(problems).length > 0) found.set(key, problems);
  }
  return found;
}

/** Puts questions in place of the empty ones, up to the limit. */
export function addQuestions(
  drafts: readonly QuestionDraft[],
  added: readonly GridQuestion[],
  limit: number,
): QuestionDraft[] {
  return [...drafts.filter((draft) => !isEmpty(draft)), ...added.map(newQuestion)].slice(0, limit);
}

interface QuestionFieldsProps {
  drafts: readonly QuestionDraft[];
  onChange: (drafts: readonly QuestionDraft[]) => void;
  problems: ReadonlyMap<string, QuestionProblems>;
  /** How many questions there may be. */
  limit: number;
}

/** Questions with their names and types. Several lines that are pasted become several questions. */
export function QuestionFields({ drafts, onChange, problems, limit }: QuestionFieldsProps) {
  const list = useRef<HTMLOListElement>(null);
  const change = (key: string, to: Partial<GridQuestion>) =>
    onChange(drafts.map((draft) => (draft.key === key ? { ...draft, ...to } : draft)));
  const paste = (event: ClipboardEvent<HTMLElement>) => {
    const text = event.clipboardData.getData('text/plain');
    if (!/\S[^\S\n]*\n\s*\S/.test(text)) return;
    event.preventDefault();
    onChange(addQuestions(drafts, readQuestions(text), limit));
  };
  const add = () => {
    onChange([...drafts, newQuestion()]);
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLInputElement>('li:last-child input')?.focus(),
    );
  };
  return (
    <div className="flex flex-col gap-3" onPaste={paste}>
      <p className="text-muted text-sm">{texts.questionsHint}</p>
      <ol ref={list} className="flex flex-col gap-2">
        {drafts.map((draft, at) => (
          <li
            key={draft.key}
            // One line of labels is enough where all questions stand below each other.
            className={classNames(
              'relative max-sm:rounded-lg max-sm:border max-sm:p-3',
              at > 0 && 'sm:[&_label]:sr-only',
            )}
          >
            <fieldset className="grid gap-x-2 gap-y-3 sm:grid-cols-[minmax(0,12rem)_minmax(0,1fr)_9rem_auto]">
              <legend className="sr-only">{texts.number(at + 1)}</legend>
              <TextField
                label={texts.name}
                placeholder={texts.namePlaceholder}
                maxLength={gridLimits.name}
                value={draft.name}
                error={problems.get(draft.key)?.name}
                onChange={({ currentTarget }) => change(draft.key, { name: currentTarget.value })}
              />
              <TextField
                label={texts.question}
                placeholder={texts.questionPlaceholder}
                maxLength={gridLimits.question}
                value={draft.question}
                error={problems.get(draft.key)?.question}
                onChange={({ currentTarget }) =>
                  change(draft.key, { question: currentTarget.value })
                }
              />
              <SelectField
                label={texts.type}
                value={draft.type}
                options={(['text', 'number', 'date', 'boolean'] as const).map((value) => ({
                  value,
                  label: gridTexts.types[value],
                }))}
                onChange={(type) => change(draft.key, { type })}
              />
              {drafts.length > 1 && (
                <IconButton
                  icon={X}
                  label={texts.remove(draft.name || texts.number(at + 1))}
                  onClick={() => onChange(drafts.filter(({ key }) => key !== draft.key))}
                  className={classNames(
                    at === 0 ? 'sm:mt-7' : 'sm:mt-2',
                    'max-sm:absolute max-sm:top-1 max-sm:right-1',
                  )}
                />
              )}
            </fieldset>
          </li>
        ))}
      </ol>
      {drafts.length < limit ? (
        <Button icon={Plus} size="small" className="self-start" onClick={add}>
          {texts.add}
        </Button>
      ) : (
        <p className="text-muted text-sm">{texts.full(gridLimits.columns)}</p>
      )}
    </div>
  );
}
