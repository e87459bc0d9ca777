import { brandingTexts } from '../../../texts/en/settings/branding.ts';
import { parseHex } from '../../../theme/color-contrast.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { controlStyle } from '../../../ui/fields/control-style.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { ColorContrast } from './color-contrast-note.tsx';

const { look: texts } = brandingTexts;
/** The colour of the picker while none is set. */
const neutral = '#8b8d98';

/** Edits a colour by the browser's picker or as text, and shows its contrast. An empty string means none. */
export function ColorField({ color, onChange }: { color: string; onChange: (color: string) => void }) {
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
              className={classNames(controlStyle, 'h-9 !w-32 font-mono')}
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
