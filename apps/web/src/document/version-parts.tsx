import type { NoteAnswer } from '@ecp/contract/values/review-answers';
import { reviewTexts } from '../base/texts/review.ts';
import { versionTexts } from '../base/texts/versions.ts';
import { Badge, type Tone } from '../base/ui/badges.tsx';
import { Select } from '../base/ui/fields/select.tsx';

interface VersionPickerProps {
  label: string;
  versions: readonly { version: number }[];
  value: number;
  onChange: (version: number) => void;
}

export function VersionPicker({ label, versions, value, onChange }: VersionPickerProps) {
  return (
    <Select
      label={label}
      options={versions.map(({ version }) => ({
        value: String(version),
        label: reviewTexts.version(version),
      }))}
      value={String(value)}
      onChange={(version) => onChange(Number(version))}
      className="h-7 min-w-40 text-sm"
    />
  );
}

const texts = versionTexts.history;
const tones: Record<NoteAnswer['outcome'], Tone> = {
  met: 'neutral',
  partly: 'warn',
  not_met: 'danger',
};

/**
 * Lists the points of a review, each with its outcome, the changed section and the agent's comment.
 */
export function NoteAnswerList({ answers }: { answers: readonly NoteAnswer[] }) {
  return (
    <ol className="@container flex flex-col gap-3">
      {[...answers.entries()].map(([at, { note, outcome, section, text }]) => (
        <li
          key={at}
          className="grid items-start gap-x-3 gap-y-1 @md:grid-cols-[9rem_minmax(0,1fr)]"
        >
          <span>
            <Badge tone={tones[outcome]}>{texts.outcomes[outcome]}</Badge>
          </span>
          <div className="min-w-0">
            <p className="whitespace-pre-line">{note}</p>
            <p className="text-muted text-sm first-letter:uppercase">
              {text === '' ? texts.unanswered : text} {section !== null && texts.inSection(section)}
            </p>
          </div>
        </li>
      ))}
    </ol>
  );
}
