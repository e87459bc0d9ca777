import { useQuery } from '@tanstack/react-query';
import { orderFiles } from '../../domain/deliverables/order-files.ts';
import { type Deliverable, deliverableListQuery } from '../../domain/deliverables/queries.ts';
import { engagementQuery } from '../../domain/engagements/queries.ts';

/** The previous and next file in list order. An internal file has internal neighbours. */
export interface Neighbours {
  previous: string | undefined;
  next: string | undefined;
  /** All files of the engagement. */
  filenames: ReadonlySet<string>;
}

const isInternal = (filename: string) => filename.startsWith('_');

/** Returns the deliverables before and after this one. */
export function useNeighbours({ engagementId, filename }: Pick<Deliverable, 'engagementId' | 'filename'>): Neighbours {
  const { data: listed = [] } = useQuery(deliverableListQuery(engagementId));
  const { data: engagement } = useQuery(engagementQuery(engagementId));
  const names = orderFiles(listed, engagement?.tasks ?? []).map((entry) => entry.filename);
  const alike = names.filter((name) => isInternal(name) === isInternal(filename));
  const at = alike.indexOf(filename);
  return {
    previous: at > 0 ? alike[at - 1] : undefined,
    next: at === -1 ? undefined : alike[at + 1],
    filenames: new Set(names),
  };
}
