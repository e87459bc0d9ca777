import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { brandingQuery } from '../../domain/branding/queries.ts';

/** The logo of the firm in the corner of the app; the first letter of its name without one, or if it cannot be read. */
export function TenantMark({ name }: { name: string }) {
  const { data } = useQuery(brandingQuery);
  const [unread, setUnread] = useState<string>();
  const logoUrl = data?.logoUrl;
  if (logoUrl && logoUrl !== unread) {
    return (
      // Logos are made for paper, so their ground is white in both themes.
      <img
        src={logoUrl}
        alt=""
        onError={() => setUnread(logoUrl)}
        className="size-7 shrink-0 rounded-lg border bg-white object-contain p-0.5"
      />
    );
  }
  return (
    <span
      aria-hidden
      className="flex size-7 shrink-0 items-center justify-center rounded-lg bg-accent font-semibold text-accent-ink"
    >
      {name.slice(0, 1).toUpperCase()}
    </span>
  );
}
