import { CheckboxField } from '../../base/ui/fields/fields.tsx';
import { commentTexts } from '../../shared/comments/texts.ts';
import type { useSentComments } from './review-flow.ts';

const texts = commentTexts.review;

interface CommentChoiceProps {
  open: ReturnType<typeof useSentComments>['open'];
  leftOut: ReadonlySet<string>;
  onChange: (leftOut: ReadonlySet<string>) => void;
}

export function CommentChoice({ open, leftOut, onChange }: CommentChoiceProps) {
  if (open.length === 0) return null;
  const isAll = open.every(({ id }) => !leftOut.has(id));
  const toggle = (id: string) => onChange(leftOut.symmetricDifference(new Set([id])));
  return (
    <fieldset className="flex min-w-0 flex-col gap-2 border-t pt-3">
      <legend className="sr-only">{texts.label}</legend>
      <div className="flex items-baseline justify-between gap-3">
        <p>
          <span className="font-medium">{texts.label}</span>{' '}
          <span className="text-muted text-sm">{texts.hint}</span>
        </p>
        <button
          type="button"
          onClick={() => onChange(new Set(isAll ? open.map(({ id }) => id) : []))}
          className="shrink-0 rounded text-muted text-sm hover:text-ink"
        >
          {isAll ? texts.none : texts.all}
        </button>
      </div>
      {open.map(({ id, author, body, quote }) => (
        <CheckboxField
          key={id}
          checked={!leftOut.has(id)}
          onChange={() => toggle(id)}
          label={
            <span dir="auto" className="line-clamp-2">
              <span className="font-medium">{author.name}</span> {body}
            </span>
          }
          hint={
            quote !== null && (
              <span dir="auto" className="line-clamp-1">
                {texts.about(quote)}
              </span>
            )
          }
        />
      ))}
    </fieldset>
  );
}
