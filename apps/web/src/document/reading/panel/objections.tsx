import type { Objection } from '@ecp/contract/values/review-answers';
import { Crosshair } from 'lucide-react';
import { t, translated } from '../../../base/language/translate.ts';
import { readingTexts } from '../../../base/texts/reading.ts';
import { versionTexts } from '../../../base/texts/versions.ts';
import { Badge, type Tone } from '../../../base/ui/badges.tsx';
import { Button } from '../../../base/ui/buttons.tsx';
import { showDoneToast } from '../../../base/ui/toasts/show-toast.ts';
import { findInElement } from '../../../shared/markdown/find-words.ts';
import { showRanges } from '../citations/show-in-text.ts';

interface ObjectionBadgeProps {
  objections: readonly Objection[];
  onOpen: () => void;
  className: string;
}

/**
 * Tells how many objections a version has, in warning colours if one is unanswered. Opens their
 * list.
 */
export function ObjectionBadge({ objections, onOpen, className }: ObjectionBadgeProps) {
  return (
    <button type="button" onClick={onOpen} title={objectionTexts.hint} className={className}>
      <Badge tone={objections.some(({ answer }) => answer === null) ? 'warn' : 'neutral'}>
        {objectionTexts.count(objections.length)}
      </Badge>
    </button>
  );
}

const objectionTexts = translated({
  count: (count: number) => t('{count, plural, one {# objection} other {# objections}}', { count }),
  hint: 'Objections of another provider’s model to this version',
  notInText: 'These words are no longer in the text: the writer has changed them.',
  about:
    'A model of another provider has read this version and raised objections, and the writer has answered once. Judge for yourself before you approve.',
  list: 'Objections',
  passage: 'About this passage',
  restsOn: 'It rests on',
  answer: 'The writer answers',
  unanswered: 'No answer from the writer',
  noWords: 'Changed without a comment.',
});

const texts = objectionTexts;
type Answer = NonNullable<Objection['answer']>;
const tones: Record<Answer['status'], Tone> = { met: 'neutral', partly: 'warn', not_met: 'danger' };

interface ObjectionListProps {
  objections: readonly Objection[];
  onShowWords: (show: (article: HTMLElement) => void) => void;
}

/** Lists the objections of another provider's model. Clients never see them. */
export function ObjectionList({ objections, onShowWords }: ObjectionListProps) {
  return (
    <div className="flex flex-col gap-3">
      <p className="text-muted text-sm">{texts.about}</p>
      <ol aria-label={texts.list} className="flex flex-col divide-y border-y">
        {[...objections.entries()].map(([at, { objection, passage, citation, answer }]) => (
          <li key={at} className="flex flex-col gap-2.5 py-3.5">
            <p dir="auto" className="wrap-anywhere font-medium">
              {objection}
            </p>
            <figure className="min-w-0">
              <figcaption className="mb-0.5 text-muted text-xs">{texts.passage}</figcaption>
              <blockquote
                dir="auto"
                className="wrap-anywhere border-s-2 ps-3 text-sm leading-relaxed"
              >
                {plainPassage(passage)}
              </blockquote>
            </figure>
            {citation !== null && (
              <p dir="auto" className="wrap-anywhere text-muted text-sm">
                {texts.restsOn} {citation}
              </p>
            )}
            <WritersAnswer answer={answer} />
            <div className="-ml-2">
              <Button
                icon={Crosshair}
                kind="quiet"
                size="small"
                onClick={() => onShowWords((article) => showWords(article, plainPassage(passage)))}
              >
                {readingTexts.citations.showInText}
              </Button>
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}

function WritersAnswer({ answer }: { answer: Objection['answer'] }) {
  if (answer === null) {
    return (
      <p className="text-sm">
        <Badge tone="danger">{texts.unanswered}</Badge>
      </p>
    );
  }
  return (
    <div className="rounded-lg bg-sunken px-3 py-2.5 text-sm">
      <p className="mb-1 flex flex-wrap items-center gap-2">
        <span className="text-muted">{texts.answer}</span>
        <Badge tone={tones[answer.status]}>{versionTexts.history.outcomes[answer.status]}</Badge>
      </p>
      <p dir="auto" className="wrap-anywhere whitespace-pre-line">
        {answer.text === '' ? texts.noWords : answer.text}
      </p>
    </div>
  );
}

/** Returns a passage, which the adversary quotes as Markdown, in the words that a reader sees. */
export const plainPassage = (passage: string): string =>
  passage
    .replace(/\[\^[^\]\s]{1,100}\]/g, '')
    .replace(/!?\[([^\]]*)\]\([^)\s]*\)/g, '$1')
    .replace(/[*`]|^\s{0,3}(?:#{1,6}|>|[-+]|\d{1,9}\.)\s+/gm, '')
    .replace(/\s+/g, ' ')
    .trim();

/**
 * Scrolls to the passage of an objection and marks it, or says that the words are no longer in the
 * text.
 */
function showWords(article: HTMLElement, words: string): void {
  const range = findInElement(article, words);
  if (!range || !showRanges([range])) showDoneToast(objectionTexts.notInText);
}
