import { gridLimits } from '@ecp/contract/values/limits';
import type { Attachment } from '@ecp/contract/work/attachments';
import { useState } from 'react';
import { hasEveryWord } from '../../base/format/words.ts';
import { shownLocale } from '../../base/language/language.ts';
import { Button } from '../../base/ui/buttons.tsx';
import { SearchField } from '../../base/ui/fields/fields.tsx';
import { VirtualList } from '../../base/ui/layout/virtual-list.tsx';
import { gridTexts } from './texts.ts';

const texts = gridTexts.form;

/** Whether questions can be asked of a file: it has text, or its text is being read. */
export const withText = ({ extraction }: Attachment): boolean =>
  extraction === 'extracted' || extraction === 'pending';

/** Orders files by their names, as people count: 2 before 10. */
export function sortFiles(files: readonly Attachment[]): Attachment[] {
  const words = new Intl.Collator(shownLocale(), { numeric: true });
  return files.toSorted((one, other) => words.compare(one.filename, other.filename));
}

interface FileChoiceProps {
  files: readonly Attachment[];
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
  limit: number;
  /** Whether the form was submitted, after which it says what is missing. */
  isTried: boolean;
}

const rowPx = 40;

/**
 * Chooses files by ticking them, all of those that a search finds, or none. Says how many are
 * chosen.
 */
export function FileChoice({ files, chosen, onChange, limit, isTried }: FileChoiceProps) {
  const [q, setQ] = useState('');
  const found = files.filter(({ filename }) => hasEveryWord(filename, q));
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChange(next);
  };
  const chooseFound = () =>
    onChange(new Set([...chosen, ...found.filter(withText).map(({ id }) => id)]));
  const leaveFound = () => {
    const left = new Set(found.map(({ id }) => id));
    onChange(new Set([...chosen].filter((id) => !left.has(id))));
  };
  const problem =
    chosen.size > limit
      ? texts.tooMany(gridLimits.files)
      : isTried && chosen.size === 0
        ? texts.missingFiles
        : null;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <SearchField label={texts.search} value={q} onSearch={setQ} className="min-w-40 flex-1" />
        <Button size="small" onClick={chooseFound}>
          {texts.chooseAll}
        </Button>
        <Button size="small" onClick={leaveFound}>
          {texts.chooseNone}
        </Button>
      </div>
      <div className="overflow-hidden rounded-lg border">
        {found.length === 0 ? (
          <p className="px-3 py-2 text-muted">{texts.noMatch}</p>
        ) : (
          <VirtualList
            label={texts.files}
            items={found}
            itemKey={({ id }) => id}
            rowHeightPx={rowPx}
            className="-mb-px max-h-72 overflow-y-auto"
            renderItem={(file) => (
              <label className="flex h-full cursor-pointer items-center gap-2.5 border-b px-3 hover:bg-hover">
                <input
                  type="checkbox"
                  checked={chosen.has(file.id)}
                  onChange={() => toggle(file.id)}
                  className="size-4 shrink-0 accent-accent"
                />
                <span className="min-w-0 flex-1 truncate" title={file.filename}>
                  {file.filename}
                </span>
                {file.extraction !== 'extracted' && (
                  <span className="shrink-0 text-muted text-xs">
                    {withText(file) ? texts.reading : texts.noText}
                  </span>
                )}
              </label>
            )}
          />
        )}
      </div>
      <p className="figures text-muted text-sm" role="status">
        {texts.chosen(chosen.size, files.length)}
      </p>
      {problem !== null && (
        <p role="alert" data-wrong="true" tabIndex={-1} className="text-danger text-sm">
          {problem}
        </p>
      )}
    </div>
  );
}
