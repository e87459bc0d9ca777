import type { Command } from 'prosemirror-state';
import { writingTexts } from '../../../texts/en/documents/writing.ts';
import { Select } from '../../../ui/fields/select.tsx';
import type { SelectOption } from '../../../ui/fields/select-option.ts';
import { type BlockName, turnInto } from '../editing/block-commands.ts';

const texts = writingTexts.toolbar;
const names = Object.keys(texts.blocks) as BlockName[];
const blocks: SelectOption<BlockName | ''>[] = names.map((value) => ({ value, label: texts.blocks[value] }));

/** Shows and changes the kind of the paragraph with the cursor. The Tab key stops here; the other tools follow by arrow keys. */
export function BlockSelect({ block, run }: { block: BlockName | null; run: (command: Command) => void }) {
  return (
    <Select
      label={texts.block}
      isTool
      keepsFocus={false}
      options={block === null ? [{ value: '', label: texts.noBlock }, ...blocks] : blocks}
      value={block ?? ''}
      onChange={(chosen) => chosen !== '' && run(turnInto(chosen))}
      className="mx-1 h-8 max-w-36 text-sm"
    />
  );
}
