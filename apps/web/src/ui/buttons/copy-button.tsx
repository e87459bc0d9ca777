import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { commonTexts } from '../../texts/en/shared/common.ts';
import { showErrorToast } from '../toasts/tell.ts';
import { Button } from './button.tsx';
import { copyText } from './copy-text.ts';

/** How long the button shows “copied”. The text may change afterwards. */
const copiedMs = 3_000;

/** Copies a text. A function creates the text on demand. */
export function CopyButton({ text, label }: { text: string | (() => string); label?: string | undefined }) {
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
