import { useNavigate } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import type { Version } from '../../../domain/deliverables/queries.ts';
import { VersionPicker } from '../../../domain/deliverables/version-picker.tsx';
import type { FileProps } from '../../../domain/deliverables/version-props.ts';
import { reviewTexts } from '../../../texts/en/review.ts';
import { Button } from '../../../ui/buttons/button.tsx';

const texts = reviewTexts.history;

/** Selects two versions to compare; initially the latest and the one before. */
export function CompareForm({ engagementId, filename, versions }: FileProps & { versions: readonly Version[] }) {
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<{ from?: number; to?: number }>({});
  const from = chosen.from ?? versions[1]?.version ?? 1;
  const to = chosen.to ?? versions[0]?.version ?? 1;
  return (
    <form
      className="flex flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void navigate({
          to: '/engagements/$engagementId/deliverables/$filename/compare',
          params: { engagementId, filename },
          search: { from: String(from), to: String(to) },
        });
      }}
    >
      <VersionPicker
        label={texts.compareFrom}
        versions={versions}
        value={from}
        onChange={(version) => setChosen({ ...chosen, from: version })}
      />
      <ArrowRight aria-hidden className="size-4 shrink-0 text-muted" />
      <VersionPicker
        label={texts.compareTo}
        versions={versions}
        value={to}
        onChange={(version) => setChosen({ ...chosen, to: version })}
      />
      <Button type="submit" size="small" disabled={from === to}>
        {texts.compare}
      </Button>
    </form>
  );
}
