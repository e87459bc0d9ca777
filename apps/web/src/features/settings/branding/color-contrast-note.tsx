import { Check } from 'lucide-react';
import { brandingTexts } from '../../../texts/en/settings/branding.ts';
import { brandColors, textColorOn } from '../../../theme/brand-colors.ts';
import { contrast, type Rgb, toHex } from '../../../theme/color-contrast.ts';

const { contrast: texts } = brandingTexts;
const white: Rgb = [255, 255, 255];
/** Minimum contrast of text in WCAG 2.2 AA. */
const readable = 4.5;
/** Below this contrast, PDFs print headings in black, because a darkened colour would look muddy. */
const faint = 2;

const ratioOf = (one: Rgb, other: Rgb) => contrast(one, other).toFixed(1);

/** Shows how readable a colour is as background and as text, with samples. */
export function ColorContrast({ color }: { color: Rgb }) {
  const ink = textColorOn(color);
  const inkName = ink === white || toHex(ink) === '#ffffff' ? texts.white : texts.black;
  const onWhite = contrast(color, white);
  const ratio = ratioOf(color, white);
  const asText = onWhite >= readable ? texts.asText : onWhite >= faint ? texts.asTextDarkened : texts.asTextInk;
  const textColor = brandColors(toHex(color), 'light')?.text;
  return (
    <ul className="flex flex-col gap-2 text-muted text-sm">
      <li className="flex items-center gap-3">
        <span
          aria-hidden
          className="flex h-7 w-20 shrink-0 items-center justify-center rounded-lg font-medium"
          style={{ backgroundColor: toHex(color), color: toHex(ink) }}
        >
          {texts.sampleButton}
        </span>
        <span className="inline-flex flex-wrap items-center gap-x-2">
          {texts.onIt(inkName, ratioOf(color, ink))}
          <Passes />
        </span>
      </li>
      <li className="flex items-center gap-3">
        <span
          aria-hidden
          className="flex h-7 w-20 shrink-0 items-center justify-center rounded-lg border bg-white font-medium"
          style={{ color: onWhite < faint ? '#000000' : textColor }}
        >
          {texts.sampleText}
        </span>
        <span className="inline-flex flex-wrap items-center gap-x-2">
          {asText(ratio)}
          {onWhite >= readable && <Passes />}
        </span>
      </li>
    </ul>
  );
}

function Passes() {
  return (
    <span className="inline-flex items-center gap-1 text-good">
      <Check aria-hidden className="size-3.5" />
      {texts.passes}
    </span>
  );
}
