import { Plus, X } from 'lucide-react';
import { reviewTexts } from '../../../texts/en/review.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { controlStyle } from '../../../ui/fields/control-style.ts';
import { usePointEditing } from './use-point-editing.ts';

const texts = reviewTexts.compose;

interface PointsFieldProps {
  /** Accessible name of the list. */
  label: string;
  points: readonly string[];
  onChange: (points: readonly string[]) => void;
}

/** An editable numbered list with one field for each point. Pasting a list creates a point for each of its items. */
export function PointsField({ label, points, onChange }: PointsFieldProps) {
  const { list, splice, press, paste } = usePointEditing(points, onChange);
  return (
    <div className="flex flex-col items-start gap-2">
      <ol ref={list} aria-label={label} className="flex w-full flex-col gap-2">
        {Array.from(points.keys()).map((at) => (
          <li key={at} className="flex items-start gap-2">
            <span aria-hidden className="figures w-5 shrink-0 pt-2 text-right text-muted text-sm">
              {at + 1}
            </span>
            <textarea
              aria-label={texts.point(at + 1)}
              rows={1}
              value={points[at]}
              placeholder={at === 0 ? texts.placeholder : undefined}
              onChange={({ currentTarget }) => onChange(points.with(at, currentTarget.value))}
              onKeyDown={(event) => press(event, at)}
              onPaste={(event) => paste(event, at)}
              className={classNames(controlStyle, 'field-sizing-content min-h-9 resize-none py-1.5')}
            />
            {points.length > 1 && (
              <IconButton label={texts.remove(at + 1)} onClick={() => splice(at, 1, [], at - 1)}>
                <X aria-hidden />
              </IconButton>
            )}
          </li>
        ))}
      </ol>
      <Button size="small" kind="quiet" className="ml-6" onClick={() => splice(points.length, 0, [''], points.length)}>
        <Plus aria-hidden className="size-3.5" />
        {texts.add}
      </Button>
    </div>
  );
}
