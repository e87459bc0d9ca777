import { formTexts } from '../../../texts/en/engagement-form.ts';
import { Section } from '../../../ui/layout/section.tsx';
import { DraftList } from '../../../domain/attachments/chosen-file-list.tsx';
import { DropZone } from '../../../domain/attachments/drop-zone.tsx';
import type { FileDraft } from '../../../domain/attachments/upload-queue.ts';

interface ContextFilesProps {
  files: readonly FileDraft[];
  onChange: (files: FileDraft[]) => void;
}

/** Files for an engagement that does not exist yet: they are sent as soon as it does. */
export function ContextFiles({ files, onChange }: ContextFilesProps) {
  return (
    <Section title={formTexts.files.title} description={formTexts.files.description}>
      <div className="flex flex-col gap-3">
        <DropZone onFiles={(dropped) => onChange([...files, ...dropped])} />
        <DraftList drafts={files} onRemove={(file) => onChange(files.filter((other) => other !== file))} />
      </div>
    </Section>
  );
}
