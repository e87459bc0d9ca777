import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { commonTexts } from '../texts/en/common.ts';
import { Button } from './button.tsx';
import { tellError } from './toasts.tsx';

/** Copies a text that is shown once or is long; a function makes it when it is wanted. */
export function CopyButton({ text, label }: { text: string | (() => string); label?: string | undefined }) {
  const [copied, setCopied] = useState(false);
  const copy = () => {
    navigator.clipboard.writeText(typeof text === 'string' ? text : text()).then(() => setCopied(true), tellError);
  };
  const Icon = copied ? Check : Copy;
  return (
    <Button size="small" onClick={copy}>
      <Icon aria-hidden className="size-3.5" />
      <span aria-live="polite">{copied ? commonTexts.copied : (label ?? commonTexts.copy)}</span>
    </Button>
  );
}
