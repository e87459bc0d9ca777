import { Check } from 'lucide-react';
import { formatDecimal } from '../../../base/format/format.ts';
import { Button } from '../../../base/ui/buttons.tsx';
import { classNames } from '../../../base/ui/class-names.ts';
import { controlStyle, Field } from '../../../base/ui/fields/fields.tsx';
import {
  brandColors,
  contrast,
  parseHex,
  type Rgb,
  textColorOn,
  toHex,
} from '../../../base/ui/theme/brand-colors.ts';
import { brandingTexts } from './texts.ts';

const { look: texts } = brandingTexts;
/** The colour of the picker while none is set. */
const neutral = '#8b8d98';

/**
 * Edits a colour by the browser's picker or as text, and shows its contrast. An empty string means
 * none.
 */
export function ColorField({
  color,
  onChange,
}: {
  color: string;
  onChange: (color: string) => void;
}) {
  const rgb = parseHex(color);
  const type = (text: string) => {
    const trimmed = text.trim().toLowerCase();
    onChange(/^[0-9a-f]/.test(trimmed) ? `#${trimmed}` : trimmed);
  };
  return (
    <div className="flex flex-col gap-3">
      <Field label={texts.color} error={color === '' || rgb ? undefined : texts.hexError}>
        {(attributes) => (
          <div className="flex flex-wrap items-center gap-2">
            <input
              type="color"
              aria-label={texts.picker}
              value={rgb ? color : neutral}
              onChange={({ currentTarget }) => onChange(currentTarget.value)}
              className="h-9 w-12 cursor-pointer rounded-lg border border-line-strong/60 bg-surface p-1"
            />
            <input
              {...attributes}
              type="text"
              placeholder={texts.noColor}
              spellCheck={false}
              autoComplete="off"
              maxLength={7}
              value={color}
              onChange={({ currentTarget }) => type(currentTarget.value)}
              className={classNames(controlStyle, 'h-9 !w-32 font-mono placeholder:font-sans')}
            />
            {color !== '' && (
              <Button kind="quiet" size="small" onClick={() => onChange('')}>
                {texts.removeColor}
              </Button>
            )}
          </div>
        )}
      </Field>
      {rgb && <ColorContrast color={rgb} />}
    </div>
  );
}

const { contrast: contrastTexts } = brandingTexts;
const white: Rgb = [255, 255, 255];
/** Minimum contrast of text in WCAG 2.2 AA. */
const readable = 4.5;
/**
 * Below this contrast, PDFs print headings in black, because a darkened colour would look muddy.
 */
const faint = 2;

const ratioOf = (one: Rgb, other: Rgb) => formatDecimal(contrast(one, other));

/** Shows how readable a colour is as background and as text, with samples. */
function ColorContrast({ color }: { color: Rgb }) {
  const ink = textColorOn(color);
  const isWhite = ink === white || toHex(ink) === '#ffffff';
  const onWhite = contrast(color, white);
  const ratio = ratioOf(color, white);
  const asText =
    onWhite >= readable
      ? contrastTexts.asText
      : onWhite >= faint
        ? contrastTexts.asTextDarkened
        : contrastTexts.asTextInk;
  const textColor = brandColors(toHex(color), 'light')?.text;
  return (
    <ul className="flex flex-col gap-2 text-muted text-sm">
      <li className="flex items-center gap-3">
        <span
          aria-hidden
          className="flex h-7 w-20 shrink-0 items-center justify-center rounded-lg font-medium"
          style={{ backgroundColor: toHex(color), color: toHex(ink) }}
        >
          {contrastTexts.sampleButton}
        </span>
        <span className="inline-flex flex-wrap items-center gap-x-2">
          {(isWhite ? contrastTexts.whiteOnIt : contrastTexts.blackOnIt)(ratioOf(color, ink))}
          <Passes />
        </span>
      </li>
      <li className="flex items-center gap-3">
        <span
          aria-hidden
          className="flex h-7 w-20 shrink-0 items-center justify-center rounded-lg border bg-white font-medium"
          style={{ color: onWhite < faint ? '#000000' : textColor }}
        >
          {contrastTexts.sampleText}
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
      {contrastTexts.passes}
    </span>
  );
}
