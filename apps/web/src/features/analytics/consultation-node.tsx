import { nameSlug } from '../../format/name-slug.ts';

/** One agent of the drawing with the department it is of. */
export function ConsultationNode({ slug, department }: { slug: string; department: string | undefined }) {
  return (
    <div className="flex h-full flex-col justify-center rounded-lg border bg-canvas px-3">
      <span className="truncate font-medium text-sm">{nameSlug(slug)}</span>
      {department && <span className="truncate text-muted text-xs">{department}</span>}
    </div>
  );
}
