import type { SectionOfVersion } from '@ecp/contract/work/deliverables';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Lock, LockOpen } from 'lucide-react';
import { api } from '../../base/api/client.ts';
import {
  type Deliverable,
  deliverableQuery,
  versionsQuery,
} from '../../base/api/document-queries.ts';
import { nameAgentSlug } from '../../base/api/firm-queries.ts';
import { useSession } from '../../base/session/session.ts';
import { IconButton } from '../../base/ui/buttons.tsx';
import { Section } from '../../base/ui/layout/page.tsx';
import { AuthorBadge } from '../../shared/comments/author-badge.tsx';
import { toPlainText } from '../../shared/markdown/read-document.ts';
import { writingTexts } from './texts.ts';

const texts = writingTexts.sections;

export function SectionsOfVersion({ deliverable }: { deliverable: Deliverable }) {
  const { engagementId, filename, version } = deliverable;
  const { data: versions } = useQuery(versionsQuery(engagementId, filename));
  return (
    <Section title={texts.title}>
      <SectionList deliverable={deliverable} isLatest={versions?.[0]?.version === version} />
    </Section>
  );
}

/**
 * Lists the sections of a version with their authors, and locks and unlocks those of the latest
 * one.
 */
export function SectionList({
  deliverable,
  isLatest,
}: {
  deliverable: Deliverable;
  isLatest: boolean;
}) {
  const mayWrite = useSession().has('member') && isLatest;
  const queryClient = useQueryClient();
  const { engagementId, filename, sections } = deliverable;
  const lock = useMutation({
    mutationFn: (change: { section: number; heading: string | null; locked: boolean }) =>
      api.lockSection({ id: engagementId, filename, ...change }),
    onSuccess({ sections: changed }) {
      const keys = [undefined, deliverable.version].map((version) =>
        deliverableQuery(engagementId, filename, version),
      );
      for (const { queryKey } of keys) {
        queryClient.setQueryData(queryKey, (known) => known && { ...known, sections: changed });
      }
    },
  });
  return (
    <div className="flex flex-col gap-3">
      <p className="text-muted text-sm">{texts.note}</p>
      <ol className="flex flex-col divide-y">
        {sections.map((section, index) => (
          <SectionRow
            // biome-ignore lint/suspicious/noArrayIndexKey: sections are named by their place
            key={index}
            section={section}
            busy={lock.isPending}
            onToggle={
              mayWrite
                ? () =>
                    lock.mutate({
                      section: index,
                      heading: section.heading,
                      locked: !section.locked,
                    })
                : undefined
            }
          />
        ))}
      </ol>
    </div>
  );
}

interface SectionRowProps {
  section: SectionOfVersion;
  busy: boolean;
  onToggle: (() => void) | undefined;
}

function SectionRow({ section, busy, onToggle }: SectionRowProps) {
  const { heading, author, version, locked } = section;
  const name = heading === null ? texts.top : toPlainText(heading);
  const writer = author.kind === 'agent' ? nameAgentSlug(author.name) : author.name;
  const Icon = locked ? Lock : LockOpen;
  return (
    <li className="flex items-center gap-2 py-2">
      <span className="min-w-0 flex-1">
        <span className="block truncate" title={name}>
          {name}
        </span>
        <span className="flex flex-wrap items-center gap-x-2 text-muted text-sm">
          {texts.by(writer, version)} {author.kind !== 'agent' && <AuthorBadge author={author} />}
        </span>
      </span>
      {onToggle ? (
        <IconButton
          icon={Icon}
          label={locked ? texts.unlock(name) : texts.lock(name)}
          aria-busy={busy || undefined}
          onClick={onToggle}
          className={locked ? '[&_svg]:text-accent-text' : undefined}
        />
      ) : (
        locked && (
          <Lock role="img" aria-label={texts.locked} className="size-4 shrink-0 text-muted" />
        )
      )}
    </li>
  );
}
