import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { classNames } from '../class-names.ts';
import { defer } from '../defer.ts';
import { type ControlAttributes, controlStyle, Field, type SelectOption } from './fields.tsx';

const popup = defer(() => import('./select-popup.tsx'));

interface SelectProps<Value extends string> {
  /** Accessible name of the list, and of the control unless a label of its own belongs to it. */
  label: string;
  options: readonly SelectOption<Value>[];
  value?: Value;
  /** The first value of a control that its form reads by `name`. The first option by default. */
  defaultValue?: Value;
  name?: string;
  onChange?: (value: Value) => void;
  disabled?: boolean;
  className?: string;
  /** Attributes of a control in a `Field`, whose label names it. */
  attributes?: ControlAttributes;
  /** Whether the control is a tool of a toolbar. */
  isTool?: boolean;
  /**
   * Whether the focus returns to the control after a choice. Without it the owner moves the focus.
   */
  keepsFocus?: boolean;
}

const opensByKey = (key: string): boolean =>
  key === 'ArrowDown' || key === 'ArrowUp' || /^[^\s]$/.test(key);

/**
 * A button with a list to choose one value from. The code of the list loads when first pointed at,
 * focused or opened.
 */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const {
    label,
    options,
    name,
    onChange,
    disabled,
    className,
    attributes,
    isTool,
    keepsFocus = true,
  } = props;
  const anchor = useRef<HTMLButtonElement>(null);
  const listId = useId();
  const [chosen, setChosen] = useState(props.defaultValue ?? options[0]?.value);
  const [isOpen, setOpen] = useState(false);
  const parts = popup.useModule(isOpen);
  const value = props.value ?? chosen;
  const shown = options.find((option) => option.value === value) ?? options[0];
  const choose = (next: Value) => {
    setChosen(next);
    setOpen(false);
    onChange?.(next);
  };
  const openByKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !opensByKey(event.key)) return;
    event.preventDefault();
    setOpen(true);
  };
  return (
    <>
      <button
        ref={anchor}
        type="button"
        role="combobox"
        aria-label={attributes ? undefined : label}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        {...attributes}
        data-tool={isTool || undefined}
        disabled={disabled}
        onPointerEnter={popup.load}
        onFocus={popup.load}
        onClick={() => setOpen(true)}
        onKeyDown={openByKey}
        className={classNames(controlStyle, 'flex items-center gap-1.5 text-left', className)}
      >
        <span className="min-w-0 flex-1 truncate">{shown?.label}</span>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-muted" />
      </button>
      {name && <input type="hidden" name={name} value={shown?.value ?? ''} />}
      {parts && isOpen && (
        <parts.SelectPopup
          anchor={anchor}
          listId={listId}
          label={label}
          options={options}
          value={shown?.value}
          keepsFocus={keepsFocus}
          onChoose={choose}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

interface SelectFieldProps<Value extends string>
  extends Omit<SelectProps<Value>, 'attributes' | 'isTool'> {
  hint?: ReactNode;
  error?: string | undefined;
}

export function SelectField<Value extends string>({
  hint,
  error,
  className,
  ...rest
}: SelectFieldProps<Value>) {
  return (
    <Field label={rest.label} hint={hint} error={error}>
      {(attributes) => (
        <Select {...rest} attributes={attributes} className={classNames('h-9', className)} />
      )}
    </Field>
  );
}

/** A small select in a row of filters. Its first option shows its purpose to people who see it. */
export function CompactSelect<Value extends string>({ className, ...rest }: SelectProps<Value>) {
  return (
    <Select {...rest} className={classNames('h-8 text-sm md:w-auto md:max-w-60', className)} />
  );
}
