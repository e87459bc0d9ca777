import { CalendarDays } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { parseDay, toDayInput } from '../../format/days.ts';
import { formatUtcDay } from '../../format/format.ts';
import { shownLocale } from '../../language/language.ts';
import { dateTexts as texts } from '../../texts/common.ts';
import { classNames } from '../class-names.ts';
import { defer } from '../defer.ts';
import { type ControlAttributes, controlStyle, Field } from './fields.tsx';

interface DateFieldProps extends Omit<DateInputProps, 'attributes'> {
  hint?: ReactNode;
  error?: string | undefined;
}

export function DateField({ hint, error, ...rest }: DateFieldProps) {
  return (
    <Field label={rest.label} hint={hint} error={error}>
      {(attributes) => <DateInput {...rest} attributes={attributes} className="h-9" />}
    </Field>
  );
}

const popup = defer(() => import('./calendar-popup.tsx'));

interface DateInputProps {
  /** Accessible name, unless a label of its own belongs to the control. */
  label: string;
  /** The day as YYYY-MM-DD; empty for none. */
  value?: string;
  /** The first day of a control that its form reads by `name`. */
  defaultValue?: string;
  name?: string;
  onChange?: (day: string) => void;
  required?: boolean;
  /** The first and the last day that can be chosen; empty for no limit. */
  min?: string;
  max?: string;
  className?: string;
  /** Attributes of a control in a `Field`, whose label names it. */
  attributes?: ControlAttributes;
}

const inWords = (day: string): string => (day === '' ? '' : formatUtcDay(day));

/**
 * A field that takes a day as words, as numbers in the order of the reader's region, or from a
 * small calendar.
 */
export function DateInput(props: DateInputProps) {
  const {
    label,
    name,
    onChange,
    min = '',
    max = '',
    required = false,
    className,
    attributes,
  } = props;
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState(props.defaultValue ?? '');
  const day = props.value ?? chosen;
  const [text, setText] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const parts = popup.useModule(isOpen);
  const shown = text ?? inWords(day);
  const problem = findProblem(shown, { min, max, required });
  useEffect(() => input.current?.setCustomValidity(problem), [problem]);
  const choose = (next: string) => {
    setChosen(next);
    if (next !== day) onChange?.(next);
  };
  const type = (typed: string) => {
    setText(typed);
    const read = typed.trim() === '' ? '' : parseDay(typed, shownLocale());
    if (read !== null && findProblem(typed, { min, max, required: false }) === '') choose(read);
  };
  const openByKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    setOpen(true);
  };
  const isWrong = text !== undefined && problem !== '' && shown !== '';
  return (
    <span className={classNames('relative flex w-full min-w-0', className)}>
      <input
        ref={input}
        type="text"
        autoComplete="off"
        aria-label={attributes ? undefined : label}
        {...attributes}
        {...(isWrong && { 'aria-invalid': true, title: problem })}
        aria-required={required}
        placeholder={attributes ? texts.format : label}
        value={shown}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        onBlur={() => problem === '' && setText(undefined)}
        onKeyDown={openByKey}
        className={classNames(controlStyle, 'h-full pr-9')}
      />
      <button
        type="button"
        aria-label={texts.open(label)}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={popup.load}
        onFocus={popup.load}
        onClick={() => setOpen(true)}
        className="absolute inset-y-0 right-0 flex w-9 items-center justify-center rounded-lg text-muted hover:text-ink"
      >
        <CalendarDays aria-hidden className="size-4" />
      </button>
      {name && <input type="hidden" name={name} value={day} />}
      {parts && isOpen && (
        <parts.CalendarPopup
          anchor={input}
          label={texts.calendar(label)}
          value={day}
          today={toDayInput(Date.now())}
          min={min}
          max={max}
          required={required}
          onChoose={(next) => {
            setText(undefined);
            choose(next);
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </span>
  );
}

/**
 * Returns why the text cannot be taken, in words for the browser's own message; empty if it can.
 */
function findProblem(
  text: string,
  { min, max, required }: { min: string; max: string; required: boolean },
): string {
  if (text.trim() === '') return required ? texts.missing : '';
  const day = parseDay(text, shownLocale());
  if (day === null) return texts.unread;
  if (min !== '' && day < min) return texts.early(inWords(min));
  return max !== '' && day > max ? texts.late(inWords(max)) : '';
}
