import { Search } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { explainError } from '../../api/explain-error.ts';
import { commonTexts } from '../../texts/common.ts';
import { classNames } from '../class-names.ts';

export interface ControlAttributes {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

interface FieldProps {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** Shown at the end of the label's row. */
  aside?: ReactNode;
  children: (attributes: ControlAttributes) => ReactNode;
}

export function Field({ label, hint, error, aside, children }: FieldProps) {
  const id = useId();
  const describedBy = [hint ? `${id}-hint` : '', error ? `${id}-error` : '']
    .filter(Boolean)
    .join(' ');
  return (
    <div data-field className="flex flex-col gap-1.5">
      <div className="flex items-baseline justify-between gap-2">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {aside}
      </div>
      {children({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {hint && (
        <div id={`${id}-hint`} className="wrap-anywhere text-muted text-sm">
          {hint}
        </div>
      )}
      {error && (
        <p id={`${id}-error`} className="text-danger text-sm">
          {error}
        </p>
      )}
    </div>
  );
}

export const controlStyle =
  'w-full min-w-0 rounded-lg border border-line-strong/60 bg-surface px-3 text-ink transition-colors hover:border-line-strong disabled:opacity-60 aria-invalid:border-danger';

export interface SelectOption<Value extends string> {
  value: Value;
  label: string;
}

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id'> {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  aside?: ReactNode;
}

export function TextField({ label, hint, error, aside, className, ...rest }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} aside={aside}>
      {(attributes) => (
        <input {...rest} {...attributes} className={classNames(controlStyle, 'h-9', className)} />
      )}
    </Field>
  );
}

interface TextAreaFieldProps extends Omit<ComponentProps<'textarea'>, 'id'> {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  aside?: ReactNode;
}

export function TextAreaField({
  label,
  hint,
  error,
  aside,
  className,
  rows = 5,
  ...rest
}: TextAreaFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} aside={aside}>
      {(attributes) => (
        <textarea
          rows={rows}
          {...rest}
          {...attributes}
          className={classNames(controlStyle, 'py-2', className)}
        />
      )}
    </Field>
  );
}

interface CheckboxFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'type'> {
  label: ReactNode;
  hint?: ReactNode;
}

export function CheckboxField({ label, hint, ...rest }: CheckboxFieldProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-2.5">
      <input
        {...rest}
        id={id}
        type="checkbox"
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="mt-0.5 size-4 shrink-0 accent-accent"
      />
      <div>
        <label htmlFor={id}>{label}</label>
        {hint && (
          <div id={`${id}-hint`} className="text-muted text-sm">
            {hint}
          </div>
        )}
      </div>
    </div>
  );
}

interface RadioCardsProps<V extends string> {
  label: string;
  name: string;
  options: readonly { value: V; label: string; hint?: ReactNode }[];
  value: V;
  onChange: (value: V) => void;
}

/** Radio buttons, each with a line that explains the choice. */
export function RadioCards<V extends string>({
  label,
  name,
  options,
  value,
  onChange,
}: RadioCardsProps<V>) {
  const id = useId();
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 font-medium">{label}</legend>
      <div className="flex flex-col overflow-hidden rounded-lg border border-line-strong/60">
        {options.map((option) => (
          <label
            key={option.value}
            className="flex cursor-pointer items-start gap-2.5 border-b px-3 py-2 last:border-0 hover:bg-hover has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent-text"
          >
            <input
              type="radio"
              aria-labelledby={`${id}-${option.value}`}
              aria-describedby={option.hint ? `${id}-${option.value}-hint` : undefined}
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="mt-0.5 size-4 shrink-0 accent-accent outline-none"
            />
            <span className="min-w-0">
              <span id={`${id}-${option.value}`} className="block">
                {option.label}
              </span>
              {option.hint && (
                <span id={`${id}-${option.value}-hint`} className="block text-muted text-sm">
                  {option.hint}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface SearchFieldProps {
  label: string;
  value: string;
  /** Called when the user pauses typing. */
  onSearch: (text: string) => void;
  className?: string | undefined;
}

const pauseMs = 300;

/** A search box. The `/` key focuses it. */
export function SearchField({ label, value, onSearch, className }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  useEffect(() => {
    // A link or the browser's Back button changed the value.
    if (value !== sent.current) setText(value);
    sent.current = value;
  }, [value]);
  useEffect(() => {
    if (text === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = text;
      onSearch(text);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [text, onSearch]);
  return (
    <div className={classNames('relative', className)}>
      <Search
        aria-hidden
        className="pointer-events-none absolute top-2.5 left-2.5 size-4 text-muted"
      />
      <input
        type="search"
        data-search
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        className={classNames(controlStyle, 'h-9 pl-8')}
      />
    </div>
  );
}

/** Shows above the button why a form was refused; renders nothing without an error. */
export function FormError({ error }: { error: unknown }) {
  if (!error) return null;
  const { title, advice, remedy } = explainError(error);
  return (
    <div role="alert" className="rounded-lg bg-danger-soft px-3 py-2 text-danger">
      <p className="font-medium">{title}</p>
      <p className="text-sm">
        {advice}{' '}
        {remedy === 'upgrade' && (
          <a href="/settings/billing" className="rounded font-medium underline underline-offset-2">
            {commonTexts.seePlans}
          </a>
        )}
      </p>
    </div>
  );
}
