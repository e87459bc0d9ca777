import type { Command } from 'prosemirror-state';
import { writingTexts } from '../../../texts/en/documents/writing.ts';
import { controlStyle } from '../../../ui/fields/control-style.ts';
import { type BlockName, turnInto } from '../editing/block-commands.ts';

const texts = writingTexts.toolbar;
const names = Object.keys(texts.blocks) as BlockName[];

/** Shows and changes the kind of the paragraph with the cursor. The Tab key stops here; the other tools follow by arrow keys. */
export function BlockSelect({ block, run }: { block: BlockName | null; run: (command: Command) => void }) {
  return (
    <select
      aria-label={texts.block}
      data-tool
      value={block ?? ''}
      onChange={({ currentTarget }) => {
        const chosen = names.find((name) => name === currentTarget.value);
        if (chosen) run(turnInto(chosen));
      }}
      className={`${controlStyle} mx-1 h-8 max-w-32 px-2 text-sm`}
    >
      {block === null && <option value="">{texts.noBlock}</option>}
      {names.map((name) => (
        <option key={name} value={name}>
          {texts.blocks[name]}
        </option>
      ))}
    </select>
  );
}
