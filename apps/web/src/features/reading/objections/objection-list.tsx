import type { Objection } from '@ecp/contract/values/review-answers';
import { Crosshair } from 'lucide-react';
import { objectionTexts } from '../../../texts/en/findings/objections.ts';
import { readingTexts } from '../../../texts/en/reading.ts';
import { reviewTexts } from '../../../texts/en/review.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Badge, type Tone } from '../../../ui/states/badge.tsx';
import { plainPassage } from './plain-passage.ts';
import { showWords } from './show-words.ts';

const texts = objectionTexts;
type Answer = NonNullable<Objection['answer']>;
const tones: Record<Answer['status'], Tone> = { met: 'neutral', partly: 'warn', not_met: 'danger' };

interface ObjectionListProps {
  objections: readonly Objection[];
  /** Calls `show` with the text, after a panel over the text has closed. */
  onShowWords: (show: (article: HTMLElement) => void) => void;
}

/**
 * Lists the objections of another provider's model, each with its passage and the writer's answer (contract 11).
 * Clients never see them.
 */
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
              <blockquote dir="auto" className="wrap-anywhere border-s-2 ps-3 text-sm leading-relaxed">
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
                kind="quiet"
                size="small"
                onClick={() => onShowWords((article) => showWords(article, plainPassage(passage)))}
              >
                <Crosshair aria-hidden className="size-3.5" />
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
        <Badge tone={tones[answer.status]}>{reviewTexts.history.outcomes[answer.status]}</Badge>
      </p>
      <p dir="auto" className="wrap-anywhere whitespace-pre-line">
        {answer.text === '' ? texts.noWords : answer.text}
      </p>
    </div>
  );
}
