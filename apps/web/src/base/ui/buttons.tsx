import { Check, Copy, LoaderCircle, type LucideIcon } from 'lucide-react';
import { type ComponentProps, useEffect, useState } from 'react';
import { commonTexts } from '../texts/common.ts';
import { classNames } from './class-names.ts';
import { showErrorToast } from './toasts/show-toast.ts';

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger';
type ButtonSize = 'small' | 'medium';

const buttonKinds: Record<ButtonKind, string> = {
  primary: 'border-transparent bg-accent text-accent-ink hover:bg-accent-strong',
  secondary: 'border-line bg-surface text-ink hover:bg-hover',
  quiet: 'border-transparent text-muted hover:bg-hover hover:text-ink',
  danger: 'border-transparent bg-danger-fill text-white hover:brightness-110',
};
const buttonSizes: Record<ButtonSize, string> = { small: 'h-7 px-2 text-sm', medium: 'h-9 px-3.5' };

/** Class names of a button, also for links that look like one. */
export function buttonStyle(
  kind: ButtonKind = 'secondary',
  size: ButtonSize = 'medium',
  extra?: string,
): string {
  return classNames(
    'inline-flex shrink-0 items-center justify-center gap-1.5 whitespace-nowrap rounded-lg border font-medium',
    'transition-colors disabled:cursor-not-allowed disabled:opacity-60',
    buttonKinds[kind],
    buttonSizes[size],
    extra,
  );
}

interface ButtonProps extends ComponentProps<'button'> {
  kind?: ButtonKind | undefined;
  size?: ButtonSize | undefined;
  icon?: LucideIcon | undefined;
  /** Shows a spinner in place of the icon and ignores clicks. */
  busy?: boolean | undefined;
}

/** A button. Its default type is `button`, not `submit`. */
export function Button(props: ButtonProps) {
  const { kind, size, icon: Icon, busy = false, className, children, disabled, ...rest } = props;
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={buttonStyle(kind, size, className)}
    >
      {busy && <LoaderCircle aria-hidden className="size-4 animate-spin" />}
      {!busy && Icon && <Icon aria-hidden className={size === 'small' ? 'size-3.5' : 'size-4'} />}
      {children}
    </button>
  );
}

interface IconButtonProps extends ComponentProps<'button'> {
  label: string;
  icon: LucideIcon;
}

export function IconButton({ label, icon: Icon, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={classNames(
        'inline-flex size-8 shrink-0 items-center justify-center rounded-lg text-muted transition-colors',
        'hover:bg-hover hover:text-ink disabled:cursor-not-allowed disabled:opacity-60 [&_svg]:size-4',
        className,
      )}
    >
      <Icon aria-hidden />
    </button>
  );
}

interface ChoiceButtonsProps<V extends string> {
  label: string;
  /** The value `undefined` means no filter. */
  choices: readonly { value: V | undefined; label: string }[];
  value: V | undefined;
  onChange: (value: V | undefined) => void;
}

export function ChoiceButtons<V extends string>({
  label,
  choices,
  value,
  onChange,
}: ChoiceButtonsProps<V>) {
  return (
    <fieldset className="flex min-w-0 max-w-full gap-1 overflow-x-auto">
      <legend className="sr-only">{label}</legend>
      {choices.map((choice) => (
        <button
          key={choice.value ?? ''}
          type="button"
          aria-pressed={choice.value === value}
          onClick={() => onChange(choice.value)}
          className={classNames(
            'h-8 whitespace-nowrap rounded-lg px-2.5 text-sm focus-visible:-outline-offset-2',
            choice.value === value
              ? 'bg-accent-soft font-medium text-accent-text'
              : 'text-muted hover:bg-hover',
          )}
        >
          {choice.label}
        </button>
      ))}
    </fieldset>
  );
}

/** How long the button shows “copied”. The text may change afterwards. */
const copiedMs = 3_000;

/** Copies a text. A function creates the text on demand. */
export function CopyButton({
  text,
  label,
}: {
  text: string | (() => string);
  label?: string | undefined;
}) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), copiedMs);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      await copyText(typeof text === 'string' ? text : text());
      setCopied(true);
    } catch (error) {
      showErrorToast(error);
    }
  };
  const Icon = copied ? Check : Copy;
  return (
    <Button size="small" onClick={() => void copy()}>
      <Icon aria-hidden className="size-3.5" />
      <span aria-live="polite">{copied ? commonTexts.copied : (label ?? commonTexts.copy)}</span>
    </Button>
  );
}

/**
 * Copies a text in a click or key handler. Pages without https use the older command; rejects when
 * the browser refuses.
 */
export async function copyText(text: string): Promise<void> {
  // The DOM types assume a page with https.
  const { clipboard } = navigator as { clipboard?: Clipboard };
  if (clipboard) return clipboard.writeText(text);
  const fill = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  };
  document.addEventListener('copy', fill);
  const isCopied = document.execCommand('copy');
  document.removeEventListener('copy', fill);
  if (!isCopied) throw new Error('The browser refused to copy');
}

/** Class names of a link inside a text. */
export const linkStyle = 'rounded font-medium text-accent-text underline underline-offset-2';
